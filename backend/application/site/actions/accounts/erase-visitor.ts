/** Operations of staff, and of people on their own account: everything personal of an applicant or a juror is erased (decision 125). */

import { forgetNotesBy } from '#application/jury/data/notes.ts';
import { contactFields, countedFields, endOfCampaign, type Fate, fateOf, isOver } from '#application/site/rules/erasure.ts';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { Lang, RowOf } from '#codegen/model.ts';
import { emptied, eraseAccount, eraseRow, removeForGood } from '#framework/accounts/erase-account.ts';
import type { Work } from '#framework/records/verb.ts';
import type { Enrolment } from '#generated/objects.ts';
import { normalAddress } from '#rules/mail.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { among, where } from '#rules/records/facts.ts';
import { inAll } from '#rules/words/language.ts';

/** An enrolment of somebody who wants to be erased, with what becomes of it; `until`: of one that is needed, the end of its campaign, '' for none. */
export interface Doomed {
  enrolment: Enrolment;
  fate: Fate;
  until: string;
  campaign: Record<Lang, string>;
}

/** Erased by somebody, or because the time is over for which it is stored; `again`: a restore brought back what was erased, of which its owner has heard. */
export type ErasureStep = 'erase' | 'expire' | 'again';

/** Erases the applicant and all their enrolments, those of a campaign under way too: staff have decided. */
export async function eraseApplicant(work: Work, row: RowOf<'applicant'>, step: ErasureStep = 'erase'): Promise<void> {
  const doomed = await enrolmentsOf(work, row.id);
  await removeWriters(work, row);
  for (const { enrolment, fate } of doomed) await eraseEnrolment(work, enrolment, fate);
  await eraseAccount(
    work,
    'applicant',
    row,
    { eraseAsked: '', erasedAt: work.at },
    doomed.map(({ enrolment }) => enrolment.id),
  );
  await mailErased(work, 'applicant', row, step);
}

/** Nobody writes with them any more, no late start waits for them, and they write with nobody: invitations that nobody has taken yet go too. */
async function removeWriters(work: Work, { id, email }: RowOf<'applicant'>): Promise<void> {
  if (work.tools.registry.get('enrolment_extension'))
    for (const late of await work.rows('enrolment_extension', where({ applicant: id }))) await removeForGood(work, 'enrolment_extension', late);
  if (!work.tools.registry.get('enrolment_writer')) return;
  const named: Filter = { kind: 'or', of: [where({ applicant: id }), where({ inviter: id }), where({ email: normalAddress(email) })] };
  for (const writer of await work.rows('enrolment_writer', named)) await removeForGood(work, 'enrolment_writer', writer);
}

/** Erases the juror; choices, weights and comments stay as those of nobody, for they decided. What they said in the discussion goes. */
export async function eraseJuror(work: Work, row: RowOf<'jury'>, step: ErasureStep = 'erase'): Promise<void> {
  await forgetNotesBy(work.tx, row.id);
  await eraseAccount(work, 'jury', row, { eraseAsked: '', erasedAt: work.at, onSite: false, chair: false }, []);
  await mailErased(work, 'jury', row, step);
}

/** An erasure is a step with the account, of which its owner hears; `row` is the account as it was. */
async function mailErased({ tools, tx, actor }: Work, object: SiteRealm, row: RowOf<SiteRealm>, name: ErasureStep): Promise<void> {
  if (name !== 'again') await tools.onStep?.(tx, { object, name, actor, row });
}

/** The applicant's enrolments, each with what becomes of it now. */
export async function enrolmentsOf(work: Work, applicant: string): Promise<Doomed[]> {
  const enrolments: Enrolment[] = [];
  for (const { id } of await work.rows('enrolment', where({ applicant }))) enrolments.push(await work.lock('enrolment', id));
  const campaigns = await campaignsOf(
    work,
    enrolments.map(({ cid }) => cid),
  );
  return enrolments.map((enrolment) => {
    const campaign = campaigns.get(enrolment.cid);
    const fate = fateOf(enrolment, !campaign || isOver(campaign, work.at));
    return {
      enrolment,
      fate,
      until: campaign ? endOfCampaign(campaign) : '',
      campaign: inAll({ tw: campaign?.cna ?? '', en: campaign?.enaName || (campaign?.cna ?? '') }),
    };
  });
}

/** By their ids. */
export async function campaignsOf(work: Work, ids: readonly string[]): Promise<Map<string, RowOf<'campaign'>>> {
  const rows = ids.length ? await work.rows('campaign', among('id', [...new Set(ids)])) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** As its fate says; its pitches with it. */
export async function eraseEnrolment(work: Work, enrolment: Enrolment, fate: Fate): Promise<void> {
  if (fate === 'removed') return removeForGood(work, 'enrolment', enrolment);
  // One that staff erase before its campaign is over: what was selected keeps its place in the forum, anything else does not.
  const isSelected = enrolment.status === 'selected';
  for (const pitch of await work.rows('pitch', where({ enrolment: enrolment.id }))) await erasePerson(work, 'pitch', pitch, isSelected);
  await erasePerson(work, 'enrolment', enrolment, isSelected);
}

async function erasePerson(work: Work, object: 'enrolment' | 'pitch', row: RowOf<'enrolment'> | RowOf<'pitch'>, isSelected: boolean): Promise<void> {
  const model = work.model(object);
  if (!isSelected) return eraseRow(work, object, row, emptied(model, row, { keep: countedFields }));
  const { producer } = row;
  const silent = producer && { ...producer, email: '', phone: '' };
  await eraseRow(work, object, row, { ...emptied(model, row, { only: contactFields(model) }), ...(silent && { producer: silent }) });
}
