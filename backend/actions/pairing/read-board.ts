/** The board of a campaign as it stands (S06, E06, E07), and where on it a meeting may go. */
import { modelFor, type ObjectSource } from '#backend/actions/record-tools.ts';
import type { Tools } from '#backend/actions/tools.ts';
import type { Executor } from '#backend/data/connect.ts';
import { lastEntry } from '#backend/data/entries.ts';
import { narrowReader, wholeReader } from '#backend/data/reader.ts';
import { loadPage } from '#backend/data/records.ts';
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { idIn, where } from '#domain/facts.ts';
import type { BoardFacts, MayAnswer } from '#domain/pairing/board-facts.ts';
import { rulesBySlot } from '#domain/pairing/moves.ts';
import { boardRun, changedSince, impossibleWishes, programsOf, standingOf, unmetWishes } from '#domain/pairing/standing.ts';
import { Refusal } from '#domain/problem.ts';
import { boardRows, inputsOf } from './forum-rows.ts';
import { stepsOf } from './steps.ts';

/** Runs that the board lists. */
const runsShown = 10;

/** Under the campaign's lock for a moment, so that nothing older than its version comes after it. @throws Refusal msg.forbidden, msg.notfound */
export async function readBoard(tools: Tools, actor: Actor, cid: string): Promise<BoardFacts> {
  mayRead(tools, actor);
  const { rows, version, runs, release, steps } = await tools.db.transaction(async (tx) => {
    const found = await boardRows(tx, tools.registry, cid, true);
    return {
      rows: found,
      version: await lastEntry(tx),
      runs: await newest(tx, tools.registry, 'pairing_run', cid, runsShown, ['plan']),
      release: (await newest(tx, tools.registry, 'pairing_release', cid, 1))[0],
      steps: await stepsOf(tx, cid),
    };
  });
  const standing = standingOf(rows);
  const unmet = unmetWishes(standing);
  const inputs = inputsOf(rows);
  const { campaign } = rows;
  return {
    version,
    campaign: {
      id: cid,
      title: idIn(campaign, 'cna'),
      etitle: idIn(campaign, 'enaName') || idIn(campaign, 'cna'),
      zone: idIn(campaign, 'zone'),
      programs: programsOf(rows),
    },
    ...standing,
    release: release ? { number: Number(release.number), at: idIn(release, 'create_at') } : null,
    changedSince: changedSince(release, rows.pairings),
    unmet,
    impossible: impossibleWishes(standing, unmet),
    ...steps,
    runs: runs.map((row) => boardRun(row, inputs)),
  };
}

/** The rows of a campaign that were made last, the newest first. */
export async function newest(
  db: Executor,
  registry: Pick<ObjectSource, 'get'>,
  object: string,
  cid: string,
  limit: number,
  without: readonly string[] = [],
): Promise<Row[]> {
  const model = registry.get(object)?.model;
  if (!model) return [];
  const names = new Set(model.fields.map(({ name }) => name).filter((name) => !without.includes(name)));
  const reader = narrowReader(wholeReader(model, db.kind), names);
  // Keys begin with the instant that they were made at.
  return loadPage(db, reader, { filter: where({ cid }), sort: { field: model.entity.key, order: 'DESC' }, limit, offset: 0 });
}

export interface MayAsked {
  pairing?: string;
  dm?: string;
  pitch?: string;
}

/** @throws Refusal msg.forbidden, msg.notfound */
export async function readMay(tools: Tools, actor: Actor, cid: string, { pairing, dm, pitch }: MayAsked): Promise<MayAnswer> {
  mayRead(tools, actor);
  const facts = standingOf(await boardRows(tools.db, tools.registry, cid));
  const known = facts.pairings.find(({ id }) => id === pairing);
  if (pairing !== undefined && !known) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairing } });
  const rules = rulesBySlot(facts, known?.dm ?? dm ?? '', known?.pitch ?? pitch ?? '', known?.id);
  return { slots: facts.slots.map(({ start }, index) => ({ start, rule: rules[index] ?? null })) };
}

/** Whoever may list the people and the meetings may see the board. @throws Refusal msg.forbidden */
export function mayRead(tools: Tools, actor: Actor): void {
  for (const object of ['pairing', 'decision_maker', 'pitch']) modelFor(tools, actor, object, 'list');
}
