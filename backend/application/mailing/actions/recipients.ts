/** The possible recipients of a campaign's mails: applicants by their enrolments, or jurors, each with the values for the text. */

import { progressOfJury } from '#application/jury/actions/read-jurors.ts';
import { announcedOf, pendingOf } from '#application/jury/rules/decisions.ts';
import type { Lang, Option, Row, RowOf } from '#codegen/model.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment, Jury } from '#generated/objects.ts';
import { isMailbox } from '#rules/mail.ts';
import type { Filter } from '#rules/queries/filter.ts';
import { among, idIn, type Load, where } from '#rules/records/facts.ts';
import { defaultLang, inAll, inEach } from '#rules/words/language.ts';
import { alreadyWritten } from '../data/mail-batches.ts';
import {
  enrolmentValues,
  goesToJurors,
  type JurorProgress,
  jurorValues,
  langOfPerson,
  type MailKind,
  onceWithin,
  templateOfKind,
  titleOf,
  type Whom,
} from '../rules/bulk-mail.ts';

export interface Recipient {
  /** the enrolment or juror */
  about: string;
  /** for the list: 'C012 海的記憶', or the juror's name */
  title: Record<Lang, string>;
  to: string;
  lang: Lang;
  isValid: boolean;
  values: (lang: Lang) => Record<string, string>;
}

type Source = Pick<Tools, 'registry' | 'config'>;

/** Sorted by number, then by title. The number of statements does not depend on the rows. */
export async function loadRecipients(tools: Tools, tx: Executor, campaign: Campaign, kind: MailKind, whom: Whom): Promise<Recipient[]> {
  const load = loadWith(tx, tools.registry);
  return goesToJurors(kind) ? ofJurors(tools, load, campaign, whom) : ofEnrolments(tools, load, campaign, await chosenEnrolments(load, campaign, kind, whom));
}

/** The same, from enrolments that the caller has loaded. */
export async function ofEnrolments(tools: Source, load: Load, campaign: Row, enrolments: readonly Enrolment[]): Promise<Recipient[]> {
  const ids = [...new Set(enrolments.map((row) => idIn(row, 'applicant')))];
  const applicants = new Map((await rowsByIds(load, 'applicant', ids)).map((row) => [idIn(row, 'id'), row]));
  const programs = programOptions(tools);
  const cid = idIn(campaign, 'id');
  const url = publicAddress(tools.config, '/enroll', { campaign: cid });
  return enrolments.map((row) => {
    const applicant = applicants.get(idIn(row, 'applicant'));
    const number = idIn(row, 'enrollid');
    const title = (lang: Lang) => [number, titleOf(row, lang)].filter(Boolean).join(' ');
    const to = idIn(applicant, 'email').trim();
    return {
      about: idIn(row, 'id'),
      title: inEach(title),
      to,
      lang: langOfPerson(applicant),
      isValid: isMailbox(to),
      values: (lang) => ({ ...enrolmentValues(row, campaign, applicant, lang, programs), url }),
    };
  });
}

/** People who already had a mail of the kind and must not get a second one without confirmation. */
export async function writtenBefore(db: Executor, campaign: Row, kind: MailKind, recipients: readonly Recipient[], now: Date): Promise<Set<string>> {
  const within = onceWithin[kind];
  if (within === undefined) return new Set();
  const since = Number.isFinite(within) ? stampOf(now.getTime() - within) : '';
  const abouts = recipients.map(({ about }) => about);
  return alreadyWritten(db, idIn(campaign, 'id'), templateOfKind[kind], abouts, since);
}

async function chosenEnrolments(load: Load, campaign: Row, kind: MailKind, whom: Whom): Promise<Enrolment[]> {
  const cid = idIn(campaign, 'id');
  const rows = whom.ids
    ? (await rowsByIds(load, 'enrolment', whom.ids)).filter((row) => row.cid === cid)
    : await load.rows('enrolment', enrolmentFilter(cid, whom));
  const chosen = rows.filter((row) => fits(kind, row) && (!whom.programs?.length || row.attProgram.some((code) => whom.programs?.includes(code))));
  return chosen.sort((a, b) => spelled(a).localeCompare(spelled(b)));
}

/** A mail about a decision needs a recorded decision. */
function fits(kind: MailKind, row: Enrolment): boolean {
  if (kind === 'decision-selected') return pendingOf(row) === 'select' || row.status === 'selected';
  if (kind === 'decision-declined') return row.status !== 'selected' && (pendingOf(row) === 'decline' || (announcedOf(row) === 'decline' && !pendingOf(row)));
  return true;
}

function enrolmentFilter(cid: string, whom: Whom): Filter {
  const of: Filter[] = [where({ cid })];
  if (whom.states?.length) of.push(among('status', whom.states));
  if (whom.decisions?.length) of.push(among('decision', whom.decisions));
  return { kind: 'and', of };
}

/** Sorts by number; '~' comes after every letter. */
function spelled(row: Enrolment): string {
  return `${idIn(row, 'enrollid') || '~'} ${titleOf(row, defaultLang)}`;
}

async function ofJurors(tools: Tools, load: Load, campaign: Campaign, whom: Whom): Promise<Recipient[]> {
  const cid = idIn(campaign, 'id');
  const all = (await load.rows('jury', where({ cid }))).filter((row) => row.enabled !== false && (!whom.ids || whom.ids.includes(idIn(row, 'id'))));
  const progress = await progressOf(tools, load, campaign, all);
  const url = publicAddress(tools.config, '/selection', { campaign: cid });
  const chosen = all.filter((row) => {
    const { total, done } = progress(row);
    return (!whom.unfinished || (done < total && !row.doneAt)) && (!whom.programs?.length || row.programs.some((code) => whom.programs?.includes(code)));
  });
  return chosen
    .sort((a, b) => idIn(a, 'name').localeCompare(idIn(b, 'name')))
    .map((row) => {
      const to = idIn(row, 'email').trim();
      return {
        about: idIn(row, 'id'),
        title: inAll({ tw: idIn(row, 'name'), en: idIn(row, 'ename') }),
        to,
        lang: langOfPerson(row),
        isValid: isMailbox(to),
        values: (lang) => ({ ...jurorValues(row, campaign, progress(row), lang), url }),
      };
    });
}

/** Each juror's progress, as the dashboard shows it. */
async function progressOf(tools: Tools, load: Load, campaign: Campaign, jurors: readonly Jury[]): Promise<(juror: Jury) => JurorProgress> {
  const enrolments = await load.rows('enrolment', { kind: 'and', of: [where({ cid: idIn(campaign, 'id') }), among('status', ['verified', 'selected'])] });
  const ids = jurors.map((row) => idIn(row, 'id'));
  const selections = ids.length ? await load.rows('selection', among('jury', ids)) : [];
  const { lines } = await progressOfJury(tools, campaign, enrolments, { jurors: [...jurors], selections });
  const known = new Map(lines.map(({ id, total, read }) => [id, { total, done: read }]));
  return (juror) => known.get(idIn(juror, 'id')) ?? { total: 0, done: 0 };
}

/** In groups, because a statement can have only a limited number of values. */
async function rowsByIds<O extends string>(load: Load, object: O, ids: readonly string[]): Promise<RowOf<O>[]> {
  const rows: RowOf<O>[] = [];
  for (let start = 0; start < ids.length; start += 500) rows.push(...(await load.rows(object, among('id', ids.slice(start, start + 500)))));
  return rows;
}

function programOptions(tools: Source): readonly Option[] {
  return tools.registry.get('enrolment')?.model.fields.find(({ name }) => name === 'attProgram')?.options ?? [];
}
