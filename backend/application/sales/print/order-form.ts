/** x-print: sales-order, with the fields of the customer and the films that the person may read. */
import type { Lang } from '#codegen/model.ts';
import { type PrintForm, type PrintTools, titlesOf } from '#framework/print/print-record.ts';
import { readRecord } from '#framework/records/reading/read-record.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { Refusal } from '#rules/words/problem.ts';
import { printSalesOrder } from './sales-order.ts';

export const salesOrderForm: PrintForm = async (tools, actor, model, order, lang) => {
  const words = readWords(lang, 'print', tools.config.localesDir);
  const lines = Array.isArray(order.lines) ? order.lines.filter(isObject) : [];
  const [customer, films] = await Promise.all([
    customerOf(tools, actor, String(order.customer || ''), lang),
    titlesOf(tools, actor, 'film', [...new Set(lines.map((line) => String(line.film || '')).filter(Boolean))], lang),
  ]);
  return printSalesOrder({ order, model, lang, letterhead: tools.config.letterhead[lang], words, customer, films, now: tools.now() });
};

/** Name and address of a customer that may be read; else the name that the order itself shows. */
async function customerOf(tools: PrintTools, actor: Actor, id: string, lang: Lang): Promise<{ name: string; address: string }> {
  if (!id) return { name: '', address: '' };
  try {
    const row = await readRecord(tools, actor, 'company', id);
    return { name: String(row.name ?? id), address: String(row.invAddr || row.comAddr || '') };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { name: (await titlesOf(tools, actor, 'company', [id], lang)).get(id) ?? id, address: '' };
  }
}
