/** Views by mail: somebody is sent the rows of a view by the clock, as far as they may read and export them by then. Where there are none, no mail is. */
import { randomBytes } from 'node:crypto';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadPage } from '#framework/data/rows/records.ts';
import { type Account, accountById } from '#framework/data/system/accounts/accounts.ts';
import { dueViewMails, putViewMail, type StoredViewMail } from '#framework/data/system/view-mails.ts';
import { csvValue, type ExportColumn, exportCells, exportColumns } from '#framework/export/export-cells.ts';
import { isPersonal, titlesFor } from '#framework/export/export-records.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { publicAddress } from '#framework/mail/site-address.ts';
import { mailText } from '#framework/mail/texts.ts';
import { readQuestion } from '#framework/records/reading/list-records.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { totalsOf } from '#framework/save/save.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import { kinds } from '#kinds/index.ts';
import type { Shape } from '#kinds/kind.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { staff } from '#rules/accounts/realm.ts';
import { nextDue, readClockwork } from '#rules/clockwork.ts';
import { isMailbox } from '#rules/mail.ts';
import { isObject, titleOf } from '#rules/records/record.ts';
import { fill } from '#rules/words/fill.ts';
import { inLang, labelled, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { listViews } from './list-views.ts';
import type { View } from './wire.ts';

/** Rows in one mail, columns of each, characters of a value. */
const most = { rows: 50, columns: 8, text: 120 } as const;
/** Mails in one look at the clock. */
const atOnce = 200;

/**
 * Says when one's own address is mailed a view, or no longer.
 * @returns the next time as a stamp, '' for never
 * @throws Refusal msg.badrequest, msg.notfound, msg.forbidden (who may not export), view.noaddress
 */
export async function orderViewMail(tools: Tools, actor: Actor, id: string, body: unknown): Promise<string> {
  const { object, mail }: Record<string, unknown> = isObject(body) ? body : {};
  if (typeof object !== 'string') throw new Refusal('msg.badrequest', { values: { field: 'object' } });
  const place = { account: actor.id, object, view: id };
  if (mail === null) {
    await putViewMail(tools.db, place, undefined);
    return '';
  }
  const when = readClockwork(mail);
  modelFor(tools, actor, object, 'export');
  const account = await accountById(tools.db, staff, actor.id);
  const view = await viewOf(tools, actor, place, account);
  if (!view) throw new Refusal('msg.notfound');
  if (!account || !isMailbox(account.email)) throw new Refusal('view.noaddress');
  const due = nextDue(when, tools.now().getTime());
  await tools.db.transaction((tx) => putViewMail(tx, place, { name: view.name, when, due }));
  return stampOf(due);
}

/** Queues what is due; called each minute. Several processes on one database do it once. */
export async function mailViews(tools: Tools): Promise<void> {
  const { db, registry, tables, now, log } = tools;
  if (!registry.get('mail') || tables.blocked('mail') !== undefined) return;
  const due = () => dueViewMails(db, now().getTime(), atOnce);
  try {
    if (!(await due()).length) return;
    await db.alone('view mails', async () => {
      // One whose table is being changed waits for the next look; one that cannot be made for another reason does not stop the others.
      for (const one of await due())
        if (tables.blocked(one.object) === undefined) await mailOne(tools, one).catch((error) => log.warn({ err: error, view: one.view }, 'view not mailed'));
    });
    tools.outbox.wake();
  } catch (error) {
    log.warn({ err: error }, 'views that are due were not looked at');
  }
}

async function mailOne(tools: Tools, one: StoredViewMail): Promise<void> {
  const at = tools.now();
  const account = await accountById(tools.db, staff, one.account);
  const actor: Actor = { id: one.account, name: account?.name ?? '', roles: account?.enabled ? account.roles : [], realm: staff };
  const isAddressed = account?.enabled === true && isMailbox(account.email);
  const view = isAddressed ? await viewOf(tools, actor, one, account) : undefined;
  const text = account && view && (await textOf(tools, actor, account, view, at));
  await tools.db.transaction(async (tx) => {
    // Who is disabled for a time gets it again afterwards; what is gone, or not theirs to see any more, is said once and over.
    const isOver = !account || (isAddressed && !view);
    await putViewMail(tx, one, isOver ? undefined : { ...one, due: nextDue(one.when, at.getTime()) });
    if (isOver && account) await send(tools, tx, account, 'viewGone', wordsOf(tools, account, 'viewGone', { view: one.name }), at);
    else if (account && text) await send(tools, tx, account, 'view', text, at);
  });
}

/** The view as they may see and export it by now. */
async function viewOf(
  tools: Tools,
  actor: Actor,
  { object, view: id }: Pick<StoredViewMail, 'object' | 'view'>,
  account: Account | undefined,
): Promise<View | undefined> {
  const model = tools.registry.get(object)?.model;
  if (!account || !model || !may(model, actor.roles, 'export')) return undefined;
  return (await listViews(tools, actor, account.lang)).views.find((one) => one.object === object && one.id === id);
}

interface Written {
  subject: string;
  body: string;
}

/** undefined: there are no rows. */
async function textOf(tools: Tools, actor: Actor, account: Account, view: View, now: Date): Promise<Written | undefined> {
  const { db, config } = tools;
  const model = modelFor(tools, actor, view.object, 'export');
  const { filter, sort: order, columns } = view.settings;
  const sort = order && JSON.stringify([order.field, order.order]);
  const question = readQuestion({ filter: JSON.stringify(filter), ...(sort && { sort }) }, model, actor, now);
  const reader = readerFor(model, actor.roles, db.kind, 'export');
  const rows = (await loadPage(db, reader, { filter: question.filter, sort: question.sort, limit: most.rows, offset: 0 })) as Row[]; // of an object known at run time
  if (!rows.length) return undefined;
  const { count } = await totalsOf(db).of(reader, question.filter, true);
  const shown = exportColumns(reader.fields, columns.length ? columns.map(({ path }) => path) : model.list.columns, account.lang);
  const cells = await cellsOf(tools, actor, account, reader, rows, shown.filter(({ field }) => isShort(field)).slice(0, most.columns));
  const { lines } = readWords<{ view: { lines: Record<'more' | 'left', string> } }>(account.lang, 'mails', config.localesDir).view;
  const said = rows.map((row, at) => rowText(tools, model, account, row, cells[at] ?? ''));
  return wordsOf(tools, account, 'view', {
    view: view.name,
    object: inLang(model.plural, account.lang),
    count,
    url: publicAddress(config, `/erp/pb-${model.name}`, { view: view.id }),
    left: view.left ? `${fill(lines.left, { count: view.left })}\n\n` : '',
    rows: [...said, ...(count > rows.length ? [fill(lines.more, { count: count - rows.length })] : [])].join('\n\n'),
  });
}

/** Shapes that are no short text. */
const deep: readonly Shape[] = ['object', 'entries', 'any'];

/** What is short and nobody's personal data; the rest is behind the link. */
function isShort(field: FieldModel): boolean {
  const { shape, long, markup, secret } = kinds[field.kind];
  return !isPersonal(field) && field.surfaces.export && !deep.includes(shape) && !(long || markup || secret);
}

/** A line for each row: what it has in the columns. */
async function cellsOf(tools: Tools, actor: Actor, { lang }: Account, { model }: Reader, rows: Row[], columns: ExportColumn[]): Promise<string[]> {
  const titles = await titlesFor(tools, actor, rows, columns, lang);
  return rows.map((row) => {
    const title = plain(titleOf(row, model, lang));
    return exportCells(row, columns, { lang, titles })
      .flatMap((cell, at) => {
        const column = columns[at];
        const value = plain(csvValue(cell) ?? '');
        // What the row is called by stands above.
        if (!column || !value || (kinds[column.field.kind].line && title.includes(value))) return [];
        return [labelled(column.head, value.length > most.text ? `${value.slice(0, most.text - 1)}…` : value, lang)];
      })
      .join(language[lang].semicolon);
  });
}

function rowText({ config }: Tools, model: ObjectModel, { lang }: Account, row: Row, cells: string): string {
  const id = String(row[model.entity.key]);
  return [plain(titleOf(row, model, lang) || id), cells, publicAddress(config, `/erp/pb-${model.name}/edit`, { id })].filter(Boolean).join('\n');
}

function wordsOf({ config }: Tools, account: Account, template: string, values: Record<string, string | number>): Written {
  const view = plain(values.view ?? '');
  return mailText(config.localesDir, template, account.lang, { ...values, view, name: account.name || account.id });
}

async function send(tools: Tools, tx: Transaction, account: Account, template: string, text: Written, now: Date): Promise<void> {
  const model = tools.registry.get('mail')?.model;
  if (!model) return;
  const id = `${template}-${randomBytes(16).toString('hex')}`;
  await queueMail(tools, tx, model, { id, to: account.email, ...text, lang: account.lang, template, by: account.id }, now);
}

/** On one line. */
function plain(value: unknown): string {
  return String(value).replaceAll(/\s+/g, ' ').trim();
}
