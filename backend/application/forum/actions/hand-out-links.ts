/** Personal links of many people: made, revoked, mailed as a held batch. */

import { readText } from '#application/mailing/actions/batch-order.ts';
import { campaignRow } from '#application/mailing/actions/campaign.ts';
import { writeBatch } from '#application/mailing/actions/compose-batch.ts';
import type { Recipient } from '#application/mailing/actions/recipients.ts';
import { campaignText } from '#application/mailing/campaign-mail.ts';
import { type MailText, type Placeholder, placeholdersOf, sidesOf, templateProblems, timesOf } from '#application/mailing/rules/mail-template.ts';
import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { linkPath } from '#application/personal/actions/personal-links.ts';
import { findLink, moveLinkEnd, revokeLink } from '#application/personal/data/links.ts';
import { nameOf, titleOf } from '#application/personal/rules/my-facts.ts';
import { existingLinks } from '#application/release/actions/existing-links.ts';
import { addresseesOf, personKey } from '#application/release/actions/people.ts';
import type { Side } from '#application/release/rules/release.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { loadWith } from '#framework/records/check-related.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { defaultLang, inEach } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import type { ForumFacts, ForumObject } from '../rules/forum-facts.ts';
import { mayHandOn, readForum } from './read-forum.ts';

const sides: Record<ForumObject, Side> = { decision_maker: 'dm', pitch: 'pitch' };
const mostPeople = 2_000;

interface Chosen {
  object: ForumObject;
  ids: string[];
  /** ms since 1970; null for no end; undefined does not change existing links */
  endsAt: number | null | undefined;
}

/** POST /api/forum/{campaign}/links `{object, ids, endsAt?}`: one open link for each person. A given end also applies to existing links. */
export async function makeLinks(tools: Tools, actor: Actor, cid: string, payload: unknown): Promise<ForumFacts> {
  mayHandOn(tools, actor);
  const chosen = chosenOf(payload, []);
  await tools.db.transaction(async (tx) => {
    const campaign = await campaignRow(tools, tx, cid, true);
    const people = await peopleOf(tools, cid, chosen);
    const links = await existingLinks(tools, tx, idIn(campaign, 'id'), people, actor.id);
    if (chosen.endsAt !== undefined) for (const link of links.values()) await moveLinkEnd(tx, link.id, chosen.endsAt);
  });
  return readForum(tools, actor, cid);
}

/** DELETE /api/forum/{campaign}/links/{id}. @throws Refusal msg.notfound */
export async function revokePersonal(tools: Tools, actor: Actor, cid: string, id: string): Promise<ForumFacts> {
  mayHandOn(tools, actor);
  const link = await findLink(tools.db, id);
  if (link?.kind !== 'my' || link.campaign !== cid) throw new Refusal('msg.notfound');
  await revokeLink(tools.db, id, tools.now().getTime());
  return readForum(tools, actor, cid);
}

/** The text that a batch starts with, and the placeholders that it can use. */
export function readLinkText(tools: Tools): { text: Record<Lang, MailText>; placeholders: readonly Placeholder[] } {
  const text = inEach((lang) => campaignText(tools, undefined, 'mailWishes', lang));
  return { text, placeholders: placeholdersOf('mailWishes') };
}

/**
 * POST /api/forum/{campaign}/mails `{object, ids, text, endsAt?}`: writes a mail with the personal link to each address of each person. The mails are
 * held until the batch is reviewed on the campaign dashboard. With an Idempotency-Key the same request makes one batch.
 * @throws Refusal msg.invalid with fields, msg.nothing where nobody can be reached
 */
export async function mailLinks(tools: Tools, actor: Actor, cid: string, payload: unknown, key?: string): Promise<{ batch: string; job: string }> {
  mayHandOn(tools, actor);
  const chosen = chosenOf(payload, ['text']);
  const problems: Problem[] = [];
  const typed = readText(isObject(payload) ? payload.text : undefined, 'text', problems);
  for (const [path, value] of Object.entries(typed)) if (!value.trim()) problems.push({ path: `text/${path}`, code: 'field.required' });
  problems.push(...templateProblems('mailWishes', typed, 'text/'));
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const campaign = await campaignRow(tools, tools.db, cid);
  const text = sidesOf(typed);
  const recipients = () => recipientsOf(tools, actor, campaign, chosen);
  return writeBatch(
    tools,
    actor,
    campaign,
    { kind: 'wishes', template: 'mailWishes', given: { campaign: cid, ...chosen, text: typed }, text, recipients },
    key,
  );
}

/** One mail for each address; people without an address are listed as unreachable. */
async function recipientsOf(tools: Tools, actor: Actor, campaign: Row, chosen: Chosen): Promise<Recipient[]> {
  const cid = idIn(campaign, 'id');
  const rows = await forumRows(tools.db, tools.registry, cid);
  const people = await peopleOf(tools, cid, chosen);
  const links = await tools.db.transaction(async (tx) => {
    await campaignRow(tools, tx, cid, true);
    const made = await existingLinks(tools, tx, cid, people, actor.id);
    if (chosen.endsAt !== undefined) for (const link of made.values()) await moveLinkEnd(tx, link.id, chosen.endsAt);
    return made;
  });
  const addressees = await addresseesOf(
    loadWith(tools.db, tools.registry),
    rows,
    people.map((person) => ({ ...person, changes: [] })),
  );
  const byId = new Map([...rows.dms, ...rows.pitches].map((row) => [idIn(row, 'id'), row]));
  return people.flatMap((person): Recipient[] => {
    const row = byId.get(person.id) ?? {};
    const title = person.side === 'dm' ? nameOf(row) : titleOf(row);
    const link = links.get(personKey(person));
    const values = (name: string, email: string) => (lang: Lang) => ({
      name: name || email,
      email,
      // A decision maker is addressed by name; the mail for a pitch names the film.
      title: person.side === 'pitch' ? title[lang] : '',
      deadline: timesOf(idIn(campaign, 'wishUntil'), campaign.zone, lang).time,
      url: link ? publicAddress(tools.config, linkPath(tools.config, link, lang)) : '',
    });
    const found = addressees.get(personKey(person)) ?? [];
    if (!found.length) return [{ about: person.id, title, to: '', lang: defaultLang, isValid: false, values: values('', '') }];
    return found.map(({ to, lang, name }) => ({ about: person.id, title, to, lang, isValid: true, values: values(name, to) }));
  });
}

/** The people of the campaign, without disabled ones. */
async function peopleOf(tools: Tools, cid: string, { object, ids }: Chosen): Promise<{ side: Side; id: string }[]> {
  const { dms, pitches } = await forumRows(tools.db, tools.registry, cid);
  const wanted = new Set(ids);
  const people = object === 'pitch' ? pitches : dms.filter((row) => row.enabled);
  const found = people.filter(({ id }) => wanted.has(id));
  if (!found.length) throw new Refusal('msg.noselect');
  return found.map((row) => ({ side: sides[object], id: row.id }));
}

/** @throws Refusal msg.badrequest, msg.invalid with fields */
function chosenOf(payload: unknown, more: readonly string[]): Chosen {
  if (!isObject(payload)) throw new Refusal('msg.badrequest');
  const { object, ids, endsAt } = payload;
  const problems: Problem[] = Object.keys(payload)
    .filter((name) => !['object', 'ids', 'endsAt', ...more].includes(name))
    .map((path) => ({ path, code: 'field.unknown' }));
  if (object !== 'decision_maker' && object !== 'pitch') problems.push({ path: 'object', code: 'field.option' });
  const isList = Array.isArray(ids) && ids.length <= mostPeople && ids.every((id): id is string => typeof id === 'string');
  if (!isList) problems.push({ path: 'ids', code: 'field.type' });
  if (endsAt !== undefined && endsAt !== null && !(typeof endsAt === 'number' && Number.isSafeInteger(endsAt)))
    problems.push({ path: 'endsAt', code: 'field.integer' });
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  return { object: object as ForumObject, ids: ids as string[], endsAt: endsAt as number | null | undefined }; // each was checked above
}
