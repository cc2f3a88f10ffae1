/** Erasing somebody's personal data, of any realm and object: in the rows, their history, the trash, the outbox. Rows that something counts or points at stay, without what was written in them. */

import type { FieldKind, ObjectModel, Row } from '#codegen/model.ts';
import { relationsTo } from '#framework/data/rows/references.ts';
import { accountRows } from '#framework/data/system/accounts/accounts.ts';
import { noteErased } from '#framework/data/system/accounts/erased.ts';
import { emptyTraces, forgetAccount, formerTexts, trashedPointers } from '#framework/data/system/accounts/erasure.ts';
import { emptyMails } from '#framework/data/system/mail.ts';
import type { Work } from '#framework/records/verb.ts';
import { accountObject, realmNames } from '#rules/accounts/realm.ts';
import { nobodysAddress, normalAddress } from '#rules/mail.ts';
import { emptyOf, stamps } from '#rules/records/record.ts';

/** What somebody has written themselves is in fields of these kinds; what is counted (choices, references, numbers, moments) says nothing of a person alone. */
const written: ReadonlySet<FieldKind> = new Set<FieldKind>(['string', 'text', 'html', 'password', 'tags', 'files', 'object', 'list', 'json']);

/** A row's fields as they are once what was written in them is erased: of all fields but `keep`, or of `only` these. A text that must be there becomes a dash. */
export function emptied(model: ObjectModel, row: Row, { keep = [], only }: { keep?: readonly string[]; only?: readonly string[] } = {}): Row {
  const { key } = model.entity;
  const fields = model.fields.filter(({ name, kind, personal, column, child }) => {
    if (name === key || stamps.includes(name) || !(column || child) || keep.includes(name)) return false;
    return only ? only.includes(name) : personal || written.has(kind);
  });
  return Object.fromEntries(
    fields.map((field) => {
      // The id keeps it unique.
      if (field.format === 'email' && field.required) return [field.name, nobodysAddress(String(row[key]))];
      return [field.name, field.required && field.kind === 'string' ? '—' : emptyOf(field)];
    }),
  );
}

/** Lays emptied values over a row, and empties its history and every other copy of it. It cannot be taken back. */
export async function eraseRow(work: Work, object: string, row: Row, patch: Row): Promise<void> {
  work.isFinal = true;
  await work.change(object, row, patch);
  await emptyTraces(work.tx, object, keyOf(work, object, row));
}

/** Removes a row past the trash, with its history's content. */
export async function removeForGood(work: Work, object: string, row: Row): Promise<void> {
  await work.remove(object, row);
  work.isFinal = true;
  await emptyTraces(work.tx, object, keyOf(work, object, row));
}

/**
 * Erases an account: its row says nothing of a person any more, nobody signs in by it, its sessions end, and what was mailed to it is emptied. `more`: fields
 * with other values than an emptied account's. `about`: ids of its rows, by which its mails are known where another account has the same address.
 */
export async function eraseAccount(work: Work, realm: string, row: Row, more: Row, about: readonly string[]): Promise<void> {
  const object = accountObject(realm);
  const model = work.model(object);
  const id = keyOf(work, object, row);
  const typed = [String(row.email ?? ''), ...(await formerTexts(work.tx, object, id, 'email'))].filter(Boolean);
  const addresses = [...new Set(typed.flatMap((address) => [address, normalAddress(address)]))];
  const isShared = await hasOthers(work, realm, id, addresses);
  await eraseRow(work, object, row, { ...emptied(model, row), ...closed(model), ...more });
  for (const { model: other, relation } of relationsTo(models(work), object)) {
    if (relation.place !== 'column') continue;
    for (const gone of await trashedPointers(work.tx, other.name, relation.field.name, id)) await emptyTraces(work.tx, other.name, gone);
  }
  await forgetAccount(work.tx, realm, id, addresses);
  await emptyMails(work.tx, { to: addresses, ...(isShared && { about: [id, ...about] }) }, work.at);
  await noteErasure(work, object, id);
  work.tx.afterCommit(() => work.tools.log.info({ realm, account: id }, 'account erased'));
}

/** What a backup that is restored later has to lose again (decision 165). */
export async function noteErasure(work: Work, object: string, id: string): Promise<void> {
  await noteErased(work.tx, { object, id, at: work.now.getTime() });
  work.tx.afterCommit(() => work.tools.onErased?.());
}

function closed(model: ObjectModel): Row {
  const flags = ['enabled', 'verified'].filter((name) => model.fields.some((field) => field.name === name));
  return Object.fromEntries(flags.map((name) => [name, false]));
}

/** Has an account of any realm one of the addresses, besides this one? */
async function hasOthers(work: Work, realm: string, id: string, addresses: readonly string[]): Promise<boolean> {
  for (const name of realmNames().filter((one) => work.tools.registry.get(accountObject(one))))
    for (const address of new Set(addresses.map(normalAddress)))
      if ((await accountRows(work.tx, name, address, false)).some((row) => name !== realm || String(row.id) !== id)) return true;
  return false;
}

function models(work: Work): ObjectModel[] {
  return work.tools.registry.objects().map(({ model }) => model);
}

function keyOf(work: Work, object: string, row: Row): string {
  return String(row[work.model(object).entity.key]);
}
