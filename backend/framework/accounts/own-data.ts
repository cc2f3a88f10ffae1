/** Everything that is held about somebody who signs in, as they may read it: their account, the rows that point at it, history, mails, sign-ins. One file of JSON. */

import type { ObjectModel, Row } from '#codegen/model.ts';
import { loadHistory } from '#framework/data/rows/history.ts';
import { readerFor } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { referencingIds, relationsTo } from '#framework/data/rows/references.ts';
import { lastSignIn } from '#framework/data/system/accounts/sign-ins.ts';
import { sentTo } from '#framework/data/system/mail.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { accountObject } from '#rules/accounts/realm.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Rows of an object, entries of a row's history, mails: more of them than anybody has. */
const most = 1_000;

interface OwnRow {
  row: Row;
  /** newest first; who else did something is not said */
  history: { at: string; action: string; own: boolean; changes: HistoryEntry['changes'] }[];
}

export interface OwnData {
  madeAt: string;
  account: OwnRow;
  /** by object */
  rows: Record<string, OwnRow[]>;
  mails: { at: string; subject: string; body: string }[];
  /** the last of all, noted once a day, '' where none is; `signIns` are those that stand */
  lastSignIn: string;
  signIns: { since: string; used: string; address: string; agent: string }[];
}

/** Files stand in their rows, with the names that they were uploaded under. @throws Refusal msg.session where the account is gone */
export async function gatherOwnData(tools: Tools, actor: Actor): Promise<OwnData> {
  const { realm } = actor;
  const object = accountObject(realm);
  const model = tools.registry.get(object)?.model;
  const account = model && (await ownRow(tools, actor, model, actor.id));
  if (!account) throw new Refusal('msg.session');
  const rows: OwnData['rows'] = {};
  const models = tools.registry.objects().map((entry) => entry.model);
  for (const { model: other, relation } of relationsTo(models, object)) {
    if (relation.place !== 'column' || !may(other, actor.roles, 'read')) continue;
    const found: OwnRow[] = [];
    for (const id of await referencingIds(tools.db, other, relation, actor.id, most)) {
      const one = await ownRow(tools, actor, other, id);
      // What others did to what is hidden in it, a decision that waits for its day, is not told by its moment either.
      if (one) found.push({ ...one, history: one.history.filter(({ own, changes }) => own || Object.keys(changes).length > 0) });
    }
    rows[other.name] = [...(rows[other.name] ?? []), ...found];
  }
  const now = tools.now();
  const last = await lastSignIn(tools.db, realm, actor.id);
  const sessions = await tools.sessionsOf(realm).list(now.getTime(), actor.id);
  return {
    madeAt: stampOf(now),
    account,
    rows,
    mails: await sentTo(tools.db, String(account.row.email ?? ''), most),
    lastSignIn: last?.at ? stampOf(last.at) : '',
    signIns: sessions.map(({ createdAt, usedAt, address, agent }) => ({ since: stampOf(createdAt), used: stampOf(usedAt), address, agent })),
  };
}

async function ownRow(tools: Tools, actor: Actor, model: ObjectModel, id: string): Promise<OwnRow | undefined> {
  const reader = readerFor(model, actor.roles, tools.db.kind);
  const row = await loadRow(tools.db, reader, id);
  if (!row) return undefined;
  const { update_by: _by, ...shown } = row;
  const history = await loadHistory(tools.db, reader, id, most);
  return { row: shown, history: history.map(({ at, action, by, changes }) => ({ at, action, own: by === actor.id, changes })) };
}
