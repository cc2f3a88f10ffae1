/** Who may read a row: they alone comment on it, are named there, and have it assigned. */
import type { ObjectModel } from '#codegen/model.ts';
import { type Reader, readerFor } from '#framework/data/rows/reader.ts';
import { loadTitleRows } from '#framework/data/rows/records.ts';
import { type Account, accountsByIds, listAccounts } from '#framework/data/system/accounts/accounts.ts';
import type { About } from '#framework/data/system/comments.ts';
import { modelFor, type RecordTools } from '#framework/records/record-tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { inEach, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { Person } from './wire.ts';

export type CommentTools = Pick<RecordTools, 'db' | 'registry' | 'now'>;

/** People who are looked at for one row; an office has fewer. */
const mostPeople = 2_000;

/** The row's model, if the actor may read the row. @throws Refusal msg.notfound (K06), msg.forbidden */
export async function demandReadable({ db, registry }: CommentTools, actor: Actor, { object, id }: About): Promise<ObjectModel> {
  const model = modelFor({ registry }, actor, object, 'read');
  const [row] = await loadTitleRows(db, readerFor(model, actor.roles, db.kind), [id]);
  if (!row) throw new Refusal('msg.notfound', { values: { object, id } });
  return model;
}

/** Of these accounts, those that are enabled and may read the row: one statement for each set of rows that roles may see, none where they may see all. */
async function readersAmong({ db }: CommentTools, model: ObjectModel, id: string, accounts: readonly Account[]): Promise<Account[]> {
  const seen = new Map<string, boolean>();
  const found: Account[] = [];
  for (const account of accounts) {
    if (!account.enabled || !may(model, account.roles, 'read')) continue;
    const reader: Reader = readerFor(model, account.roles, db.kind);
    const rows = `${reader.rows.sql} ${reader.rows.params.join(' ')}`;
    if (!seen.has(rows)) seen.set(rows, (await loadTitleRows(db, reader, [id])).length > 0);
    if (seen.get(rows)) found.push(account);
  }
  return found;
}

/** Everybody who may read the row, by name. @throws Refusal as demandReadable */
export async function listPeople(tools: CommentTools, actor: Actor, about: About): Promise<Person[]> {
  const model = await demandReadable(tools, actor, about);
  const people = await readersAmong(tools, model, about.id, await listAccounts(tools.db, mostPeople));
  return people.map(({ id, name }) => ({ id, name: name || id })).sort((a, b) => a.name.localeCompare(b.name));
}

/** @throws Refusal msg.noreader with the names of those who may not read the row, who are gone, or whose account is disabled */
export async function demandReaders(tools: CommentTools, model: ObjectModel, id: string, ids: readonly string[]): Promise<void> {
  if (!ids.length) return;
  const accounts = await accountsByIds(tools.db, ids);
  const readers = new Set((await readersAmong(tools, model, id, accounts)).map((account) => account.id));
  const others = ids.filter((one) => !readers.has(one));
  const nameOf = (one: string) => accounts.find((account) => account.id === one)?.name || one;
  if (others.length) throw new Refusal('msg.noreader', { values: { names: inEach((lang) => others.map(nameOf).join(language[lang].list)) } });
}

/** What accounts are called. */
export async function namesOf(db: CommentTools['db'], ids: readonly string[]): Promise<Record<string, string>> {
  const accounts = await accountsByIds(db, [...new Set(ids)]);
  return Object.fromEntries(accounts.map(({ id, name }) => [id, name || id]));
}
