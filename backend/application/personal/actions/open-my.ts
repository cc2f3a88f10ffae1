/** The start of every call of a personal page: the link of the token, its person, and what the page may read. */

import { newest } from '#application/pairing/actions/read-board.ts';
import { type Side, versionOf } from '#application/release/rules/release.ts';
import type { Row } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { narrowReader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { among, idIn, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { LinkRow } from '../data/links.ts';
import { type MyFacts, myFactsOf } from '../rules/my-facts.ts';
import { linkOfToken, linkState } from './personal-links.ts';

export interface PersonalContext {
  link: LinkRow;
  side: Side;
  person: Row;
  campaign: Row;
}

const mostRows = 5_000;
/** The fields of the other side that a page shows; none of them is private. */
const shownOf = {
  pitch: ['id', 'enrollid', 'cname', 'ename', 'logline', 'trailer', 'stills', 'exportAt', 'director', 'producer'],
  decision_maker: ['id', 'name', 'ename', 'org'],
} as const;

/**
 * The person behind a token, with three statements.
 * @throws Refusal my.none for a token that opens no personal page, my.revoked (also for somebody who no longer takes part), my.expired
 */
export async function openMy(tools: Pick<Tools, 'config' | 'db' | 'registry' | 'now'>, token: string): Promise<PersonalContext> {
  const link = await linkOfToken(tools, token);
  const side = link?.kind === 'my' ? sides[link.object] : undefined;
  if (!link || !side) throw new Refusal('my.none');
  const state = linkState(link, tools.now().getTime());
  if (state !== 'open') throw new Refusal(state === 'revoked' ? 'my.revoked' : 'my.expired');
  const person = await rowOf(tools, tools.db, link.object, link.rowId);
  const campaign = person && (await rowOf(tools, tools.db, 'campaign', idIn(person, 'cid')));
  if (!person || !campaign || person.enabled === false) throw new Refusal('my.revoked');
  return { link, side, person, campaign };
}

/** The facts of an opened personal page: three more statements, however many pitches and meetings. */
export async function readMy(tools: Pick<Tools, 'db' | 'registry' | 'now'>, { side, person, campaign }: PersonalContext): Promise<MyFacts> {
  const cid = idIn(campaign, 'id');
  const [row] = await newest(tools.db, tools.registry, 'pairing_release', cid, 1);
  const release = row && { number: Number(row.number ?? 0), at: idIn(row, 'create_at'), version: versionOf(row) };
  const others = side === 'dm' ? await loadPitches(tools, cid) : await loadPartners(tools, idIn(person, 'id'), release?.version.meetings ?? []);
  return myFactsOf({ campaign, side, person, others, release, now: stampOf(tools.now()) });
}

/** All pitches of the campaign with the fields that the page shows, by number. */
export async function loadPitches({ db, registry }: Pick<Tools, 'db' | 'registry'>, cid: string, tx: Executor = db): Promise<Row[]> {
  return narrow({ registry }, tx, 'pitch', where({ cid }), 'enrollid');
}

async function loadPartners(tools: Pick<Tools, 'db' | 'registry'>, pitch: string, meetings: readonly { dm: string; pitch: string }[]): Promise<Row[]> {
  const ids = meetings.filter((meeting) => meeting.pitch === pitch).map(({ dm }) => dm);
  return ids.length ? narrow(tools, tools.db, 'decision_maker', among('id', [...new Set(ids)]), 'id') : [];
}

function narrow({ registry }: Pick<Tools, 'registry'>, tx: Executor, object: keyof typeof shownOf, filter: Filter, sort: string): Promise<Row[]> {
  const model = registry.get(object)?.model;
  if (!model) return Promise.resolve([]);
  const reader = narrowReader(wholeReader(model, tx.kind), new Set<string>(shownOf[object]));
  return loadPage(tx, reader, { filter, sort: { field: sort, order: 'ASC' }, limit: mostRows, offset: 0 });
}

async function rowOf({ registry }: Pick<Tools, 'registry'>, tx: Executor, object: string, id: string): Promise<Row | undefined> {
  const model = registry.get(object)?.model;
  return model && id ? loadRow(tx, wholeReader(model, tx.kind), id) : undefined;
}

const sides: Record<string, Side> = { decision_maker: 'dm', pitch: 'pitch' };
