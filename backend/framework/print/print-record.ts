/** Rows on paper: the application's printed forms, each drawn from a row with the fields that the person may read. */

import type { Config } from '#backend/config.ts';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Storage } from '#framework/files/storage.ts';
import type { Registry } from '#framework/objects/registry.ts';
import { listTitles } from '#framework/records/reading/list-titles.ts';
import { readRecord } from '#framework/records/reading/read-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { titleOf } from '#rules/records/record.ts';
import { Slot } from '#rules/slot.ts';
import { Refusal } from '#rules/words/problem.ts';

export interface PrintTools extends RecordTools {
  config: Pick<Config, 'letterhead' | 'localesDir'>;
  registry: Registry;
  storage: Storage;
}

export interface Printed {
  bytes: Buffer;
  /** without its ending: the row's title, or its object and id */
  name: string;
}

/** Draws a row in a language. */
export type PrintForm = (tools: PrintTools, actor: Actor, model: ObjectModel, row: Row, lang: Lang) => Promise<Buffer>;

/** Printed forms by the name that x-print says. */
export const prints = new Slot<Readonly<Record<string, PrintForm>>>({});

/** A row on paper, as far as these roles may read it. @throws Refusal msg.notfound (K06), also where the object has no printed form */
export async function printRecord(tools: PrintTools, actor: Actor, object: string, id: string, lang: Lang): Promise<Printed> {
  const row = await readRecord(tools, actor, object, id);
  const model = tools.registry.get(object)?.model;
  const form = model?.print !== undefined && Object.hasOwn(prints.value, model.print) ? prints.value[model.print] : undefined;
  if (!model || !form) throw new Refusal('msg.notfound', { values: { object, id } });
  return { bytes: await form(tools, actor, model, row, lang), name: titleOf(row, model, lang) };
}

/** Titles of rows by their id, as far as they may be read. */
export async function titlesOf(tools: PrintTools, actor: Actor, object: string, ids: string[], lang: Lang): Promise<ReadonlyMap<string, string>> {
  if (!ids.length || !tools.registry.get(object)) return new Map();
  const found = await listTitles(tools, actor, object, ids, lang).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  return new Map(found.map(({ id, title }) => [id, title]));
}
