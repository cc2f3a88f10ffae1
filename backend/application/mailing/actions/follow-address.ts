/** Mails that are written and wait for their release follow their recipient to another address: they were reviewed for the person, not for the address. */

import type { Row } from '#codegen/model.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { isMailbox } from '#rules/mail.ts';
import { among, idIn, type Load, where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { readdressHeld } from '../data/mail-batches.ts';

/** Where an object has the address that its mails go to. */
const addressOf: Record<string, (row: Row) => string> = {
  applicant: (row) => idIn(row, 'email'),
  jury: (row) => idIn(row, 'email'),
  decision_maker: (row) => idIn(row, 'email'),
  pitch: ({ producer }) => (isObject(producer) ? idIn(producer, 'email') : ''),
};

export function followAddress(tools: Pick<Tools, 'registry' | 'now'>): NonNullable<RecordTools['onChange']> {
  return async (tx, { model, id, before, after }) => {
    const read = Object.hasOwn(addressOf, model.name) ? addressOf[model.name] : undefined;
    if (!before || !after || !read || !tools.registry.get('mail')) return;
    const [from, to] = [read(before).trim(), read(after).trim()];
    if (from === '' || from === to || !isMailbox(to)) return;
    const abouts = model.name === 'applicant' ? await writtenBy(loadWith(tx, tools.registry), id) : [id];
    if (abouts.length) await readdressHeld(tx, { from, to, abouts }, stampOf(tools.now()));
  };
}

/** An applicant's enrolments, and the pitches that were made of them. */
async function writtenBy(load: Load, applicant: string): Promise<string[]> {
  const enrolments = (await load.rows('enrolment', where({ applicant }))).map(({ id }) => id);
  return enrolments.length ? [...enrolments, ...(await load.rows('pitch', among('enrolment', enrolments))).map(({ id }) => id)] : [];
}
