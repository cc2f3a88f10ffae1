/** A workbook of films: looked over, written, sent again unchanged, and taken back; each a job that is waited for as the page does. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { exportCells, exportColumns } from '#framework/export/export-cells.ts';
import { sheetStream } from '#framework/export/sheet-stream.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import type { ShownJob } from '#framework/system/wire.ts';
import { administrator } from '#rules/accounts/actor.ts';
import { importFields } from '#rules/records/import.ts';
import { entryOf } from '../objects.ts';
import { type Product, startProduct } from '../product.ts';
import { companies, films, storedRows } from '../rows.ts';

type Note = (text: string) => void;

export async function measureImport(name: string, url: string, dataDir: string, entries: Map<string, ObjectEntry>, count: number, note: Note): Promise<void> {
  const server = await startProduct(url, dataDir);
  try {
    const owners = Math.max(100, count / 10);
    const company = entryOf(entries, 'company');
    const film = entryOf(entries, 'film');
    await imported(server, 'company', 'write', await workbookOf(company, [...storedRows(companies(company, owners))]));
    const sheet = await workbookOf(film, [...storedRows(films(film, count, owners))]);
    note(`${name}: a workbook of ${(sheet.length / 1e6).toFixed(1)} MB, ${Math.round(server.memory())} MB resident`);
    const changeset = randomUUID();
    for (const [act, mode] of [
      ['looked over', 'check'],
      ['written', 'write'],
      ['sent again', 'write'],
    ] as const) {
      const { seconds, peak, result } = await timed(server, () => imported(server, 'film', mode, sheet, changeset));
      note(`${name}, ${act}: ${seconds.toFixed(1)} s, at most ${peak} MB resident; ${JSON.stringify(result.counts)}`);
      const [refused] = result.lines.filter((line) => line.do === 'refused');
      if (refused) note(JSON.stringify(refused));
    }
    const undone = await timed(server, async () => {
      const { job } = await sent(server, `/api/changes/${changeset}/undo`, Buffer.from('{}'), { 'content-type': 'application/json' });
      return (await ended(server, job)).result;
    });
    note(
      `${name}, taken back: ${undone.seconds.toFixed(1)} s, at most ${undone.peak} MB resident; ${JSON.stringify({ ...(undone.result as object), restored: 0 })}`,
    );
  } finally {
    await server.stop();
  }
}

async function workbookOf(entry: ObjectEntry, rows: Row[]): Promise<Buffer> {
  const columns = exportColumns(importFields(entry.model, [administrator]), undefined, undefined);
  async function* batches() {
    for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500).map((row) => exportCells(row, columns, undefined));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of sheetStream(
    entry.model.name,
    columns.map(({ head }) => head),
    batches(),
  ))
    pieces.push(piece);
  return Buffer.concat(pieces);
}

async function imported(server: Product, object: string, mode: string, sheet: Buffer, changeset?: string): Promise<ImportReport> {
  const headers = { 'content-type': 'application/octet-stream', ...(changeset && { 'x-changeset': changeset }) };
  const { job } = await sent(server, `/api/pb/${object}/import?mode=${mode}`, sheet, headers);
  return (await ended(server, job)).result as ImportReport; // the kind of the job
}

async function sent(server: Product, path: string, body: Buffer, headers: Record<string, string>): Promise<{ job: string }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...cookieOf(server), ...headers },
  });
  const { data, err } = (await answer.json()) as { data?: { job: string }; err?: unknown }; // the server's own envelope
  if (!data) throw new Error(`${path}: ${answer.status} ${JSON.stringify(err)}`);
  return data;
}

async function ended(server: Product, job: string): Promise<ShownJob<unknown>> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/jobs/${job}`, { headers: cookieOf(server) });
    const { data } = (await answer.json()) as { data: ShownJob<unknown> }; // the server's own envelope
    if (data.state === 'done') return data;
    if (data.state !== 'running') throw new Error(`${data.kind}: ${data.state} ${data.message}`);
    await wait(200);
  }
}

function cookieOf({ headers }: Product): Record<string, string> {
  return Object.fromEntries(
    headers
      .trim()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]), // 'Name: value'
  );
}

/** How long it takes, and the most memory that the server's process has meanwhile. */
export async function timed<T>(server: Product, work: () => Promise<T>): Promise<{ seconds: number; peak: number; result: T }> {
  let peak = server.memory();
  const look = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 100);
  const begun = performance.now();
  try {
    const result = await work();
    return { result, seconds: (performance.now() - begun) / 1000, peak: Math.round(peak) };
  } finally {
    clearInterval(look);
  }
}
