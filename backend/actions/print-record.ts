import type { Config } from '#backend/config.ts';
import type { Storage } from '#backend/files/storage.ts';
import type { Registry } from '#backend/objects/registry.ts';
import { printSalesOrder } from '#backend/print/sales-order.ts';
import type { Lang, ObjectModel, Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { Refusal } from '#domain/problem.ts';
import { isObject, titleOf } from '#domain/record.ts';
import { listTitles } from './list-titles.ts';
import { drawEnrolment, readWords } from './print-enrolment.ts';
import { readRecord } from './read-record.ts';
import type { RecordTools } from './record-tools.ts';

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

/** What a form needs besides the row. */
type Form = (tools: PrintTools, actor: Actor, model: ObjectModel, row: Row, lang: Lang, words: Record<string, string>) => Promise<Buffer>;

/** The printed forms that a schema's x-print may name. */
const forms: Record<string, Form> = {
  'sales-order': async (tools, actor, model, order, lang, words) => {
    const lines = Array.isArray(order.lines) ? order.lines.filter(isObject) : [];
    const [customer, films] = await Promise.all([
      customerOf(tools, actor, String(order.customer || '')),
      titlesOf(tools, actor, 'film', [...new Set(lines.map((line) => String(line.film || '')).filter(Boolean))]),
    ]);
    return printSalesOrder({ order, model, lang, letterhead: tools.config.letterhead[lang], words, customer, films, now: tools.now() });
  },
  enrolment: async (tools, actor, model, row, lang, words) => {
    const applicant = String(row.applicant || '');
    const titles = applicant ? await titlesOf(tools, actor, 'applicant', [applicant]) : undefined;
    return drawEnrolment(tools, model, row, lang, words, titles?.get(applicant) ?? '');
  },
};

/** A row on paper, as far as these roles may read it. @throws Refusal msg.notfound (K06), also where the object has no printed form */
export async function printRecord(tools: PrintTools, actor: Actor, object: string, id: string, lang: Lang): Promise<Printed> {
  const row = await readRecord(tools, actor, object, id);
  const model = tools.registry.get(object)?.model;
  const form = model?.print !== undefined && Object.hasOwn(forms, model.print) ? forms[model.print] : undefined;
  if (!model || !form) throw new Refusal('msg.notfound', { values: { object, id } });
  return { bytes: await form(tools, actor, model, row, lang, await readWords(tools, lang)), name: titleOf(row, model) };
}

/** Name and address, of a customer that may be read; else the name that the order may show anyway. */
async function customerOf(tools: PrintTools, actor: Actor, id: string): Promise<{ name: string; address: string }> {
  if (!id) return { name: '', address: '' };
  try {
    const row = await readRecord(tools, actor, 'company', id);
    return { name: String(row.name ?? id), address: String(row.invAddr || row.comAddr || '') };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name: (await titlesOf(tools, actor, 'company', [id])).get(id) ?? id, address: '' };
  }
}

async function titlesOf(tools: PrintTools, actor: Actor, object: string, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (!ids.length || !tools.registry.get(object)) return new Map();
  const found = await listTitles(tools, actor, object, ids).catch((error: unknown) => {
    if (error instanceof Refusal) return [];
    throw error;
  });
  return new Map(found.map(({ id, title }) => [id, title]));
}
