/** The present board of a campaign (S06, E06, E07), and where a meeting may be placed on it. */

import type { RowOf } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { lastEntry } from '#framework/data/rows/entries.ts';
import { narrowReader, type Reader, wholeReader } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { modelFor, type ObjectSource } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import type { ObjectName } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { BoardFacts, MayAnswer, MayRule } from '../rules/board-facts.ts';
import { boardRun, boardStateOf, changedSince, impossibleWishes, programsOf, unmetWishes } from '../rules/board-state.ts';
import { type BoardState, rulesBySlot } from '../rules/moves.ts';
import { boardRows, inputsOf } from './forum-rows.ts';
import { stepsOf } from './steps.ts';

/** Most runs in the board's list. */
const runsShown = 10;

/** Reads under the campaign's lock for a moment, so that no earlier change appears after the board's version. @throws Refusal msg.forbidden, msg.notfound */
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
  const state = boardStateOf(rows);
  const unmet = unmetWishes(state);
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
    ...state,
    release: release ? { number: release.number ?? 0, at: release.create_at } : null,
    changedSince: changedSince(release, rows.pairings),
    unmet,
    impossible: impossibleWishes(state, unmet),
    ...steps,
    runs: runs.map((row) => boardRun(row, inputs)),
  };
}

/** The newest rows of a campaign, newest first. */
export async function newest<O extends ObjectName, W extends keyof RowOf<O> & string = never>(
  db: Executor,
  registry: Pick<ObjectSource, 'get'>,
  object: O,
  cid: string,
  limit: number,
  without: readonly W[] = [],
): Promise<Omit<RowOf<O>, W>[]> {
  const model = registry.get(object)?.model;
  if (!model) return [];
  const names = new Set(model.fields.map(({ name }) => name).filter((name) => !without.includes(name as W))); // an id without a row is left out
  const reader = narrowReader(wholeReader(model, db.kind), names) as Reader<Omit<RowOf<O>, W>>; // all but those
  // Ids begin with the time of their creation.
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
  const facts = boardStateOf(await boardRows(tools.db, tools.registry, cid));
  const known = facts.pairings.find(({ id }) => id === pairing);
  if (pairing !== undefined && !known) throw new Refusal('msg.notfound', { values: { object: 'pairing', id: pairing } });
  const rules = rulesBySlot(facts, known?.dm ?? dm ?? '', known?.pitch ?? pitch ?? '', known?.id);
  return { slots: facts.slots.map(({ start }, index) => ({ start, ...ruleOf(facts, rules[index] ?? null) })) };
}

function ruleOf({ maxInRow }: BoardState, rule: MayRule | null): Pick<MayAnswer['slots'][number], 'rule' | 'values'> {
  return { rule, ...(rule === 'rule.inrow' && { values: { most: maxInRow } }) };
}

/**
 * People who may list the people and the meetings may see the board.
 * @throws Refusal msg.forbidden
 */
export function mayRead(tools: Tools, actor: Actor): void {
  for (const object of ['pairing', 'decision_maker', 'pitch']) modelFor(tools, actor, object, 'list');
}
