/** The mails of a release: only to people whose schedule changed, written in the transaction of the release and held until they are reviewed. */

import { mailModel } from '#application/mailing/actions/campaign.ts';
import { campaignMail } from '#application/mailing/campaign-mail.ts';
import { type BatchRow, batchMailIds, findBatch, insertBatch, setBatch } from '#application/mailing/data/mail-batches.ts';
import type { ForumRows } from '#application/pairing/rules/forum.ts';
import { linkPath } from '#application/personal/actions/personal-links.ts';
import type { Lang } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { loadWith } from '#framework/records/check-related.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { save } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { inEach } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { PersonChanges } from '../rules/release.ts';
import type { ReleasedFacts } from '../rules/release-facts.ts';
import { changeLine, otherSide } from '../rules/schedule.ts';
import { existingLinks } from './existing-links.ts';
import { addresseesOf, idsOf, namesIn, personKey } from './people.ts';
import { readWords } from './words.ts';

export type WrittenMails = Omit<ReleasedFacts, 'number'>;

/**
 * Writes a held mail to each address of everybody whose schedule changed, with their personal link; the batch waits on the campaign dashboard. Where
 * nobody can be reached there is no batch. The number of reads does not depend on the number of people.
 */
export async function writeReleaseMails(
  tools: Tools,
  tx: Transaction,
  actor: Actor,
  rows: ForumRows,
  people: readonly PersonChanges[],
  number: number,
): Promise<WrittenMails> {
  const [model, now, cid] = [mailModel(tools), tools.now(), idIn(rows.campaign, 'id')];
  const addressees = await addresseesOf(loadWith(tx, tools.registry), rows, people);
  const toOf = (person: PersonChanges) => addressees.get(personKey(person)) ?? [];
  const reached = people.filter((person) => toOf(person).length > 0);
  const unreachable = people.filter((person) => toOf(person).length === 0).map(({ side, id }) => ({ side, id }));
  if (!reached.length) return { told: 0, mails: 0, unreachable, batch: '' };
  const words = inEach((lang) => readWords(tools, lang));
  const names = namesIn(rows, idsOf(people.flatMap(({ changes }) => changes)));
  const links = await existingLinks(tools, tx, cid, reached, actor.id);
  const zone = idIn(rows.campaign, 'zone') || 'GMT+8';
  const batch = sortableId(now);
  await insertBatch(tx, { id: batch, cid, kind: 'timetable', by: actor.id, at: now.getTime(), given: JSON.stringify({ release: number }) });
  const total = reached.reduce((sum, person) => sum + toOf(person).length, 0);
  let written = 0;
  for (const person of reached) {
    const own = names[person.side][person.id];
    const others = names[otherSide(person.side)];
    const link = links.get(personKey(person))!; // the statement above made one for each of them
    const values = (lang: Lang) => ({
      version: number,
      // A decision maker is named by company, a pitch by title.
      about: (person.side === 'dm' ? own?.detail[lang].split(' · ')[0] : '') || own?.title[lang] || person.id,
      changes: person.changes.map((change) => changeLine(change, person.side, others[change[otherSide(person.side)]], zone, lang, words[lang])).join('\n'),
      zone,
      url: publicAddress(tools.config, linkPath(tools.config, link, lang)),
    });
    for (const { to, lang, name } of toOf(person)) {
      written += 1;
      const text = campaignMail(tools, rows.campaign, 'mailTimetable', lang, { ...values(lang), name, email: to });
      const id = `${batch}-${String(written).padStart(String(total).length, '0')}`;
      const mail = { id, to, ...text, lang, template: 'mailTimetable', by: actor.id, held: true, batch, more: { cid, about: person.id } };
      await queueMail(tools, tx, model, mail, now);
    }
  }
  const titled = ({ side, id }: { side: 'dm' | 'pitch'; id: string }) => names[side][id]?.title ?? inEach(() => id);
  const report = { written, already: [], unreachable: unreachable.map((person) => ({ about: person.id, title: titled(person), to: '' })) };
  await setBatch(tx, batch, { state: 'held', report: JSON.stringify(report) });
  return { told: reached.length, mails: written, unreachable, batch };
}

/**
 * Removes held mails of an earlier version that were never sent, because the new ones include their changes.
 * @throws Refusal msg.datamodi where somebody is sending them now
 */
export async function dropWaiting(tools: Tools, tx: Transaction, waiting: readonly Pick<BatchRow, 'id'>[], by: string): Promise<void> {
  const model = mailModel(tools);
  for (const { id } of waiting) {
    // They were sent from the dashboard a moment ago, so people now know another version.
    if ((await findBatch(tx, id, true))?.state !== 'held') throw new Refusal('msg.datamodi');
    for (const mail of await batchMailIds(tx, id, 'held')) await save(tools, tx, model, { remove: { id: mail.id } }, { by });
    await setBatch(tx, id, { state: 'discarded', report: JSON.stringify({ at: stampOf(tools.now()) }) });
  }
}
