/** Rows of a campaign for the staff's screens: those that the roles may list, with a fixed small number of statements. */

import { type Criterion, resultOf, scoresOf } from '#application/jury/rules/criteria.ts';
import type { Vote } from '#application/jury/rules/ranking.ts';
import type { ReadOf, Row } from '#codegen/model.ts';
import { narrowReader, type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadPage, loadRow } from '#framework/data/rows/records.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { CampaignRead, EnrolmentRead, JuryRead, ObjectName, SelectionRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { everyRow, type Filter, noRow } from '#rules/queries/filter.ts';
import { among, where } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Most rows of one campaign; a real one has far fewer. */
const mostRows = 100_000;

/** Rows of an object that this person may list. @throws Refusal msg.forbidden, msg.admin, msg.notfound where there is no such object */
export function staffRows<O extends ObjectName>(tools: RecordTools, actor: Actor, object: O, filter: Filter): Promise<ReadOf<O>[]>;
export function staffRows<O extends ObjectName, K extends keyof ReadOf<O> & string>(
  tools: RecordTools,
  actor: Actor,
  object: O,
  filter: Filter,
  fields: readonly K[],
): Promise<Pick<ReadOf<O>, K | ('id' & keyof ReadOf<O>)>[]>;
export async function staffRows(tools: RecordTools, actor: Actor, object: string, filter: Filter, fields?: readonly string[]): Promise<Row[]> {
  const reader = listReader(tools, actor, object);
  const { model } = reader;
  const narrow = fields ? narrowReader(reader, new Set([model.entity.key, ...fields])) : reader;
  return loadPage(tools.db, narrow, { filter, sort: { field: model.entity.key, order: 'ASC' }, limit: mostRows, offset: 0 });
}

/** @throws Refusal msg.forbidden, msg.admin, msg.notfound */
export function listReader<O extends string>(tools: RecordTools, actor: Actor, object: O): Reader<ReadOf<O>> {
  return readerFor(modelFor(tools, actor, object, 'list'), actor.roles, tools.db.kind, 'list');
}

/** The campaign as this person may read it. @throws Refusal msg.notfound (K06) */
export async function staffCampaign(tools: RecordTools, actor: Actor, id: string): Promise<CampaignRead> {
  const row = await loadRow(tools.db, listReader(tools, actor, 'campaign'), id);
  if (!row) throw new Refusal('msg.notfound', { values: { object: 'campaign', id } });
  return row;
}

export function allCampaigns(tools: RecordTools, actor: Actor) {
  return staffRows(tools, actor, 'campaign', everyRow, ['cna', 'enaName', 'edition', 'cStart', 'cEnd', 'sStart', 'sEnd', 'zone']);
}

/** The enrolments of a campaign, with these fields. */
export function enrolmentsOf<K extends keyof EnrolmentRead>(
  tools: RecordTools,
  actor: Actor,
  campaign: string,
  fields: readonly K[],
): Promise<Pick<EnrolmentRead, K | 'id'>[]> {
  return staffRows(tools, actor, 'enrolment', where({ cid: campaign }), fields);
}

/** Fields that name an enrolment on the dashboard, with its state. */
export const lineFields = ['cid', 'enrollid', 'cname', 'ename', 'attProgram', 'status', 'decision', 'told', 'readers', 'ver'] as const;

/** An enrolment in a list of the dashboard. */
export type EnrolmentLine = Pick<EnrolmentRead, (typeof lineFields)[number] | 'id'>;

export interface JuryRows {
  jurors: Pick<JuryRead, 'id' | 'name' | 'ename' | 'org' | 'email' | 'enabled' | 'programs' | 'group' | 'chair' | 'doneAt' | 'lang'>[];
  selections: SelectionRead[];
}

/** The campaign's jurors and their choices. */
export async function juryOf(tools: RecordTools, actor: Actor, campaign: string): Promise<JuryRows> {
  const jurors = await staffRows(tools, actor, 'jury', where({ cid: campaign }), [
    'name',
    'ename',
    'org',
    'email',
    'enabled',
    'programs',
    'group',
    'chair',
    'doneAt',
    'lang',
  ]);
  const ids = jurors.map(({ id }) => id);
  const selections = await staffRows(tools, actor, 'selection', ids.length ? among('jury', ids) : noRow);
  return { jurors, selections };
}

/** A juror's row in the form that the ranking needs. */
export function voteOf(
  selection: Pick<SelectionRead, 'jury' | 'enrolment' | 'choice' | 'weight' | 'scores' | 'conflict'>,
  criteria: readonly Criterion[] = [],
): Vote {
  const { choice } = selection;
  return {
    juror: selection.jury,
    enrolment: selection.enrolment,
    choice: choice === 'primary' || choice === 'alternative' ? choice : 'none',
    weight: selection.weight ?? 0,
    result: resultOf(scoresOf(selection, criteria), criteria),
    conflict: selection.conflict,
  };
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
