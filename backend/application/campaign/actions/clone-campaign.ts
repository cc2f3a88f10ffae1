import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { JsonValue, Row } from '#codegen/model.ts';
import { asRefusal } from '#framework/data/engine/db-problem.ts';
import { joined } from '#framework/data/engine/joined.ts';
import { type FileRow, findFiles, insertFile } from '#framework/data/system/files/files.ts';
import { giveUpFile, storeFile } from '#framework/files/keep-file.ts';
import { discard, makeName, NotStored } from '#framework/files/storage.ts';
import { extendOptions } from '#framework/options/extend-options.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { where } from '#rules/records/facts.ts';
import { isObject } from '#rules/records/record.ts';
import { linkOf } from '#rules/records/upload.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { type ClonePlan, clonedCampaign, movedTimes, nextId, nextName } from '../rules/clone.ts';
import { listsOf } from '../rules/opening.ts';
import type { Cloned, CloneOffer } from '../wire.ts';
import { allCampaigns, staffCampaign, staffRows, text } from './staff-rows.ts';

/** The id and title that a clone would get, and what it can take along. @throws Refusal msg.notfound, msg.forbidden */
export async function readCloneOffer(tools: Tools, actor: Actor, campaign: string): Promise<CloneOffer> {
  const row = await staffCampaign(tools, actor, campaign);
  const all = await allCampaigns(tools, actor);
  const { edition } = row;
  const editions = all.map((one) => one.edition ?? 0);
  const next = edition === null ? null : Math.max(edition, ...editions) + 1;
  const count = async (object: 'layout_image' | 'site_page' | 'decision_maker') => (await staffRows(tools, actor, object, where({ cid: campaign }), [])).length;
  return {
    id: nextId(campaign, new Set(all.map(({ id }) => id))),
    cna: nextName(row.cna, edition, next),
    enaName: nextName(row.enaName, edition, next),
    edition: next,
    shift: 364,
    counts: {
      images: await count('layout_image'),
      pages: await count('site_page'),
      jurors: (await staffRows(tools, actor, 'jury', where({ cid: campaign }), ['erasedAt'])).filter(isSomebody).length,
      decisionMakers: await count('decision_maker'),
      days: row.days.length,
    },
  };
}

/** False of an account of which nothing is left but its choices: a new edition has no use for it. */
function isSomebody({ erasedAt = '' }: Row): boolean {
  return erasedAt === '';
}

/** What a clone copies, object by object. What belongs only to the old campaign (passwords, wishes) is not copied. */
const carried = {
  images: { object: 'layout_image', files: 'image', fields: ['place', 'name', 'image', 'altTw', 'altEn', 'link', 'pos', 'enabled'] },
  // As drafts: what an earlier edition promised is read before it is promised again.
  pages: {
    object: 'site_page',
    files: 'image',
    fields: ['kind', 'slug', 'titleTw', 'titleEn', 'leadTw', 'leadEn', 'body', 'items', 'image', 'altTw', 'altEn', 'date', 'pos', 'onHome', 'inMenu'],
  },
  jurors: {
    object: 'jury',
    files: 'photo',
    fields: ['name', 'ename', 'email', 'org', 'position', 'country', 'bio', 'bioEn', 'photo', 'lang', 'programs', 'group', 'enabled'],
  },
  decisionMakers: {
    object: 'decision_maker',
    files: 'photo',
    fields: ['name', 'ename', 'position', 'org', 'company', 'email', 'country', 'lang', 'bio', 'interest', 'photo', 'enabled', 'available', 'unavailable'],
  },
} as const;

/**
 * Makes a campaign from another one, all or nothing. Its files are copies.
 * @throws Refusal msg.mid for a taken id (K19), msg.invalid with fields, msg.notfound, msg.admin, msg.forbidden
 */
export async function cloneCampaign(tools: Tools, actor: Actor, campaign: string, plan: ClonePlan): Promise<Cloned> {
  const row = await staffCampaign(tools, actor, campaign);
  const parts = (Object.keys(carried) as (keyof typeof carried)[]).filter((part) => plan.take.includes(part)); // its own keys
  const rows = new Map<keyof typeof carried, Row[]>();
  for (const part of parts) rows.set(part, (await staffRows(tools, actor, carried[part].object, where({ cid: campaign }))).filter(isSomebody));
  const copies = await copyFiles(
    tools,
    actor,
    parts.flatMap((part) => (rows.get(part) ?? []).flatMap((one) => linksIn(one[carried[part].files]))),
  );
  const lists = await takeOptions(tools, actor, row.edition, plan);
  const counts = { options: lists.length, images: 0, pages: 0, jurors: 0, decisionMakers: 0, files: copies.size };
  try {
    await tools.db.transaction(async (tx) => {
      const within: Tools = { ...tools, db: joined(tools.db, tx) };
      for (const file of copies.values()) await insertFile(tx, file);
      await createRecord(within, actor, 'campaign', clonedCampaign(row, plan));
      for (const part of parts) {
        const { object, fields, files } = carried[part];
        for (const one of rows.get(part) ?? []) {
          const copy: Row = Object.fromEntries(fields.flatMap((name) => (one[name] === undefined ? [] : [[name, one[name] as JsonValue]]))); // tested
          if (part === 'decisionMakers') for (const name of ['available', 'unavailable']) copy[name] = movedTimes(one[name], plan);
          await createRecord(within, actor, object, { ...copy, cid: plan.id, [files]: withCopies(one[files], copies) });
          counts[part] += 1;
        }
      }
    });
  } catch (error) {
    for (const { name } of copies.values()) await giveUpFile(tools, name);
    throw asRefusal(error, tools.registry.get('campaign')?.model) ?? error;
  }
  tools.log.info({ campaign, clone: plan.id, user: actor.id, ...counts }, 'campaign cloned');
  return { id: plan.id, counts };
}

/** The lists of the form offer in the new edition what they offered in the source's. First of all, for a campaign with windows is made only where every list has options. */
async function takeOptions(tools: Tools, actor: Actor, from: number | null, { take, edition, id }: ClonePlan): Promise<string[]> {
  const model = tools.registry.get('enrolment')?.model;
  if (!model || !take.includes('options') || from === null || edition === null || from === edition) return [];
  if ((await allCampaigns(tools, actor)).some((one) => one.id === id)) return [];
  const lists = listsOf(model, from).flatMap(({ field }) => fieldAt(model.fields, field)?.codes ?? []);
  return extendOptions(tools, actor, [...new Set(lists)], { from, to: edition });
}

/** Stored name → the row of the copy. A file that is missing from the store is left out. */
async function copyFiles(tools: Tools, actor: Actor, names: readonly string[]): Promise<Map<string, FileRow>> {
  const copies = new Map<string, FileRow>();
  for (const file of await findFiles(tools.db, [...new Set(names)])) {
    const name = makeName(file.name.split('.').pop() ?? 'bin');
    const path = join(tools.storage.incoming, `${randomUUID()}.copy`);
    try {
      await pipeline(await tools.storage.open(file.name), createWriteStream(path));
      const hash = createHash('sha256');
      await pipeline(createReadStream(path), hash);
      const copy: FileRow = { ...file, name, rowId: '', sha256: hash.digest('hex'), owner: actor.id, at: tools.now().getTime() };
      await storeFile(tools, copy, path);
      copies.set(file.name, copy);
    } catch (error) {
      if (!(error instanceof NotStored)) throw error;
      tools.log.warn({ file: file.name }, 'file of a cloned campaign is gone');
    } finally {
      await discard(path);
    }
  }
  return copies;
}

const stored = /^\/get\/files\/([\w-]+\.\w+)$/;

function linksIn(value: JsonValue | undefined): string[] {
  const entries = Array.isArray(value) ? value.filter(isObject) : [];
  return entries.flatMap(({ link }) => stored.exec(text(link))?.[1] ?? []);
}

/** Attachments that point to the copies. Links to other sites are unchanged; missing files are left out. */
function withCopies(value: JsonValue | undefined, copies: ReadonlyMap<string, FileRow>): Row[] {
  const entries = Array.isArray(value) ? value.filter(isObject) : [];
  return entries.flatMap((entry): Row[] => {
    const name = stored.exec(text(entry.link))?.[1];
    if (!name) return [entry];
    const copy = copies.get(name);
    return copy ? [{ ...entry, filepath: `files/${copy.name}`, link: linkOf(copy.name) }] : [];
  });
}
