/** People at work through the balancer: what each was told is written down, to be compared with what the database holds. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Row } from '#codegen/model.ts';
import { mp4 } from '../support/files/videos.ts';
import { password, type Seeded } from './seed.ts';

/** One answered or unanswered call: when it began, how long it took with all its tries, and by which status it ended. */
export interface Call {
  at: number;
  ms: number;
  status: number;
  /** 'GET /api/pb/company' */
  what: string;
}

export interface Ledger {
  calls: Call[];
  /** company → what it was told to be last, and what was asked since without an answer */
  companies: Map<string, { saved: { ver: number; taxID: string } | undefined; asked: string | undefined }>;
  /** orders that were acknowledged as saved, by id */
  orders: Map<string, string>;
  /** files that were acknowledged, by their address */
  files: string[];
  refusals: Map<string, number>;
}

export const newLedger = (): Ledger => ({ calls: [], companies: new Map(), orders: new Map(), files: [], refusals: new Map() });

const film = mp4(300_000);
/** ms for which a client goes on asking, as the browser's does with one key a save. */
const patience = 45_000;

export class Crowd {
  readonly #url: string;
  readonly #ledger: Ledger;
  readonly #seeded: Seeded;
  readonly #rest: number;
  #isOver = false;
  #people: Promise<void>[] = [];

  /** `rest`: how many times as long as a call took everybody does nothing after it. */
  constructor(url: string, seeded: Seeded, ledger: Ledger, rest = 0) {
    this.#url = url;
    this.#rest = rest;
    this.#seeded = seeded;
    this.#ledger = ledger;
  }

  begin(): void {
    const { staff, jurors } = this.#seeded;
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = staff;
    const all = [
      () => this.#companies(a),
      () => this.#companies(b),
      () => this.#orders(c),
      () => this.#orders(d),
      () => this.#board(e),
      () => this.#board(f),
      () => this.#board(a),
      () => this.#administrators(),
      () => this.#files(b),
      ...jurors.map((cookie) => () => this.#juror(cookie)),
    ];
    this.#people = all.map((work) => work());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#people);
  }

  /** Asked again with the same key until there is an answer that says something. */
  async #ask(
    method: string,
    path: string,
    cookie: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; data: Row } | undefined> {
    const at = performance.now();
    const isPiece = body instanceof Uint8Array;
    const key: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const type = isPiece ? 'application/octet-stream' : 'application/json';
    let status = 0;
    let data: Row = {};
    for (let tries = 0; performance.now() - at < patience; tries += 1) {
      try {
        const answer = await fetch(`${this.#url}${path}`, {
          method,
          signal: AbortSignal.timeout(12_000),
          headers: { cookie, connection: 'keep-alive', ...key, ...headers, ...(body !== undefined && { 'content-type': type }) },
          ...(body !== undefined && { body: isPiece ? new Uint8Array(body) : JSON.stringify(body) }),
        });
        const text = await answer.text();
        status = answer.status;
        if (status < 500 && status !== 429) {
          data = JSON.parse(text || '{}') as Row; // the product's answers are JSON
          break;
        }
      } catch {
        status = 0;
      }
      await wait(Math.min(100 * 2 ** tries, 1_000));
    }
    const ms = performance.now() - at;
    this.#ledger.calls.push({ at, ms, status, what: `${method} ${path.split(/[?/]/).slice(0, 4).join('/')}` });
    if (this.#rest) await wait(ms * this.#rest);
    const code = (data.err as { code?: string } | null | undefined)?.code;
    if (status >= 400 || !status) this.#count(`${status} ${code ?? ''}`.trim());
    return status ? { status, data } : undefined;
  }

  #count(what: string): void {
    this.#ledger.refusals.set(what, (this.#ledger.refusals.get(what) ?? 0) + 1);
  }

  /** One row after the other is made and changed three times. */
  async #companies(cookie: string): Promise<void> {
    while (!this.#isOver) {
      const id = `co_${randomUUID().replaceAll('-', '')}`;
      const row: { saved: { ver: number; taxID: string } | undefined; asked: string | undefined } = { saved: undefined, asked: '10000000' };
      this.#ledger.companies.set(id, row);
      const made = await this.#ask('POST', '/api/pb/company', cookie, { id, name: id, type: 2, taxID: '10000000' });
      if (made?.status !== 201) continue;
      row.saved = { ver: 1, taxID: '10000000' };
      row.asked = undefined;
      for (let n = 1; n <= 3 && !this.#isOver; n += 1) {
        row.asked = `1000000${n}`;
        const put = await this.#ask('PUT', `/api/pb/company/${id}`, cookie, { taxID: row.asked, ver: row.saved.ver });
        // A save whose answer was lost has been done: its second try meets its own version.
        if (put?.status === 412) break;
        if (put?.status !== 200) break;
        row.saved = { ver: Number(put.data.ver), taxID: row.asked };
        row.asked = undefined;
      }
      await this.#ask('GET', '/api/pb/company?range=[0,9]&sort=["id","ASC"]', cookie);
      await wait(20);
    }
  }

  async #orders(cookie: string): Promise<void> {
    while (!this.#isOver) {
      const lines = [{ amount: 1_000 }, { amount: 2_000 }];
      const made = await this.#ask('POST', '/api/pb/sales_order', cookie, { date: '2026-03-01', customer: 'customer', currency: 'TWD', exchange: 1, lines });
      if (made?.status !== 201) continue;
      const { id, ver } = made.data;
      const saved = await this.#ask('PUT', `/api/pb/sales_order/${String(id)}`, cookie, { status: 'saved', ver: ver ?? 1 });
      if (saved?.status === 200) this.#ledger.orders.set(String(id), String(saved.data.serial));
      await wait(40);
    }
  }

  /** Places and removes meetings at random, with the others on the same board. */
  async #board(cookie: string): Promise<void> {
    const { id, dms, pitches } = this.#seeded.forum;
    const some = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)];
    while (!this.#isOver) {
      const board = await this.#ask('GET', `/api/pairing/${id}`, cookie);
      const facts = board?.data.data as { slots: { start: string }[]; pairings: { id: string; ver: number }[] } | undefined;
      if (!facts?.slots) {
        await wait(200);
        continue;
      }
      for (let n = 0; n < 4 && !this.#isOver; n += 1) {
        const one = facts.pairings.length > 20 ? some(facts.pairings) : undefined;
        const move = one
          ? { do: 'remove', pairing: one.id, ver: one.ver }
          : { do: 'place', dm: some(dms), pitch: some(pitches), start: some(facts.slots)?.start };
        await this.#ask('POST', `/api/pairing/${id}/moves`, cookie, { moves: [move] });
      }
      await wait(30);
    }
  }

  /** Four choices at once where two may be made, and taken back again. */
  async #juror(cookie: string): Promise<void> {
    const { enrolments } = this.#seeded;
    while (!this.#isOver) {
      const list = await this.#ask('GET', '/api/site/selection', cookie);
      const items = (list?.data.data as { items?: { enrolment: string; own: { choice: string; ver: number } }[] } | undefined)?.items ?? [];
      const verOf = (id: string) => items.find(({ enrolment }) => enrolment === id)?.own.ver ?? 0;
      const isChosen = (id: string) => items.some(({ enrolment, own }) => enrolment === id && own.choice === 'primary');
      const choose = (id: string, choice: string) => this.#ask('PUT', `/api/site/selection/${id}`, cookie, { choice, weight: 3, comment: '', ver: verOf(id) });
      const chosen = enrolments.filter(isChosen);
      if (chosen.length) for (const id of chosen) await choose(id, 'none');
      else
        await Promise.all(
          [...enrolments]
            .sort(() => Math.random() - 0.5)
            .slice(0, 4)
            .map((id) => choose(id, 'primary')),
        );
      await wait(150 + Math.random() * 200);
    }
  }

  /** Two administrators take each other's account away at one moment, and whoever stands gives it back. */
  async #administrators(): Promise<void> {
    const both = ['admin', 'second'];
    const signIn = async (id: string): Promise<string> => {
      const answer = await fetch(`${this.#url}/api/auth/login`, {
        method: 'POST',
        signal: AbortSignal.timeout(10_000),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, pw: password }),
      });
      return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    };
    const cookies = new Map<string, string>();
    const versionOf = async (id: string, by: string) => Number((await this.#ask('GET', `/api/pb/user/${id}`, by))?.data.ver);
    while (!this.#isOver) {
      try {
        for (const id of both) if (!cookies.get(id)) cookies.set(id, await signIn(id));
        const [one = '', other = ''] = both.map((id) => cookies.get(id) ?? '');
        const [verOne, verOther] = [await versionOf('admin', other), await versionOf('second', one)];
        if (verOne && verOther)
          await Promise.all([
            this.#ask('PUT', '/api/pb/user/admin', other, { enabled: false, ver: verOne }),
            this.#ask('PUT', '/api/pb/user/second', one, { enabled: false, ver: verOther }),
          ]);
        for (const [by, id] of [
          [one, 'second'],
          [other, 'admin'],
        ] as const) {
          const ver = await versionOf(id, by);
          if (ver) await this.#ask('PUT', `/api/pb/user/${id}`, by, { enabled: true, ver });
        }
        cookies.clear();
      } catch {
        cookies.clear();
      }
      await wait(2_500);
    }
  }

  async #files(cookie: string): Promise<void> {
    while (!this.#isOver) {
      await this.#upload(cookie).catch(() => undefined);
      await wait(1_500);
    }
  }

  /** A small film in three pieces, each of which another instance may take; after a cut it goes on where the last of them ended. */
  async #upload(cookie: string): Promise<void> {
    const json = { object: 'film', id: '', field: 'videos', fileName: 'river.mp4', size: film.length };
    const id = String(((await this.#ask('POST', '/api/uploads', cookie, json))?.data.data as Row | undefined)?.id ?? '');
    if (!id) return;
    const end = performance.now() + patience;
    for (let offset = 0; performance.now() < end; ) {
      const bytes = new Uint8Array(film.subarray(offset, offset + 120_000));
      const said = await this.#ask('PATCH', `/api/uploads/${id}?offset=${offset}`, cookie, bytes);
      const data = said?.data.data as { offset?: number; attachment?: { link: string } } | null | undefined;
      if (data?.attachment) return void this.#ledger.files.push(data.attachment.link);
      if (said?.status === 404) return;
      offset = data?.offset ?? offset;
    }
  }
}
