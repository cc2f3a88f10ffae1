/** The people of a timetable: their names as the other side sees them, and their mail addresses. */

import { langOfPerson, personValues } from '#application/mailing/rules/bulk-mail.ts';
import type { ForumRows } from '#application/pairing/rules/forum.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { isMailbox } from '#rules/mail.ts';
import { among, idIn, type Load } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import type { PersonChanges, Side } from '../rules/release.ts';
import type { ReleaseNames } from '../rules/release-facts.ts';
import { dmCounterpart, pitchCounterpart } from '../rules/schedule.ts';

/** One mail's recipient. */
export interface Addressee {
  to: string;
  lang: Lang;
  /** how the mail addresses them */
  name: string;
}

/** People by `personKey`. */
export type Addressees = ReadonlyMap<string, Addressee[]>;

export function personKey({ side, id }: { side: Side; id: string }): string {
  return `${side} ${id}`;
}

/**
 * The addresses for mails to these people: a decision maker's own; for a pitch, those of the enrolment's applicant and of its producer, without
 * duplicates. Two statements for each group of 500 people. Somebody without a usable address has an empty list.
 */
export async function addresseesOf(load: Load, { dms, pitches }: Pick<ForumRows, 'dms' | 'pitches'>, people: readonly PersonChanges[]): Promise<Addressees> {
  const [dmOf, pitchOf] = [byId(dms), byId(pitches)];
  const touched = people.flatMap(({ side, id }) => (side === 'pitch' ? [pitchOf.get(id)] : []));
  const enrolments = byId(await rowsByIds(load, 'enrolment', idsIn(touched, 'enrolment')));
  const applicants = byId(await rowsByIds(load, 'applicant', idsIn([...enrolments.values()], 'applicant')));
  return new Map(
    people.map((person) => {
      const row = (person.side === 'dm' ? dmOf : pitchOf).get(person.id);
      const applicant = applicants.get(idIn(enrolments.get(idIn(row, 'enrolment')), 'applicant'));
      const found = person.side === 'dm' ? [addressee(row, langOfPerson(row))] : ofPitch(row, applicant);
      const seen = new Set<string>();
      const valid = found.filter(({ to }) => isMailbox(to) && !seen.has(to.toLowerCase()) && seen.add(to.toLowerCase()));
      return [personKey(person), valid];
    }),
  );
}

/** The names of the people in the changes, as the other side sees them. */
export function namesIn({ dms, pitches }: Pick<ForumRows, 'dms' | 'pitches'>, ids: { dm: ReadonlySet<string>; pitch: ReadonlySet<string> }): ReleaseNames {
  const named = <T>(rows: readonly Row[], wanted: ReadonlySet<string>, read: (row: Row) => T) =>
    Object.fromEntries(rows.flatMap((row) => (wanted.has(idIn(row, 'id')) ? [[idIn(row, 'id'), read(row)]] : [])));
  return { dm: named(dms, ids.dm, dmCounterpart), pitch: named(pitches, ids.pitch, pitchCounterpart) };
}

export function idsOf(list: readonly { dm: string; pitch: string }[]): { dm: Set<string>; pitch: Set<string> } {
  return { dm: new Set(list.map(({ dm }) => dm)), pitch: new Set(list.map(({ pitch }) => pitch)) };
}

/** The producer gets the applicant's language, because the producer's is unknown. */
function ofPitch(pitch: Row | undefined, applicant: Row | undefined): Addressee[] {
  const lang = langOfPerson(applicant);
  const producer = isObject(pitch?.producer) ? pitch.producer : undefined;
  return [addressee(applicant, lang), addressee(producer && { name: producer.cname ?? '', ename: producer.ename ?? '', email: producer.email ?? '' }, lang)];
}

function addressee(row: Row | undefined, lang: Lang): Addressee {
  const { name = '', email = '' } = personValues(row, lang);
  return { to: email.trim(), lang, name };
}

function byId(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [idIn(row, 'id'), row]));
}

function idsIn(rows: readonly (Row | undefined)[], field: string): string[] {
  return [...new Set(rows.map((row) => idIn(row, field)))].filter(Boolean);
}

/** In groups, because a statement can have only a limited number of values. */
async function rowsByIds(load: Load, object: string, ids: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < ids.length; start += 500) rows.push(...(await load.rows(object, among('id', ids.slice(start, start + 500)))));
  return rows;
}
