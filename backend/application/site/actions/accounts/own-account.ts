import type { RowOf } from '#codegen/model.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isObject } from '#rules/records/record.ts';
import { langOf } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { ApplicantFacts, JurorFacts } from '../../wire.ts';

/** The fields of their account that applicants edit; others need a code, a password, or staff. */
export const profileFields = ['name', 'phone', 'rcountry', 'rcity', 'line', 'wechat'] as const;

/** @throws Refusal msg.session where the account is gone */
export async function readApplicant(tools: Tools, actor: Actor): Promise<ApplicantFacts> {
  const row = await ownRow(tools, 'applicant', actor.id);
  const { name, phone, rcountry, rcity, line, wechat } = row;
  return {
    email: row.email,
    name,
    lang: langOf(row.lang),
    profile: { name, phone, rcountry, rcity, line, wechat },
    ver: row.ver,
  };
}

/** @throws Refusal msg.session where the account is gone */
export async function readJuror(tools: Tools, actor: Actor): Promise<JurorFacts> {
  const row = await ownRow(tools, 'jury', actor.id);
  return { name: row.name, ename: row.ename, email: row.email, campaign: row.cid, chair: row.chair, lang: langOf(row.lang) };
}

/**
 * Saves the given profile fields on the version on which they are based.
 * @throws Refusal msg.invalid with field.unknown or the schema's fields, msg.datamodi with the facts as they are now, msg.nochange
 */
export async function saveProfile(tools: Tools, actor: Actor, body: unknown): Promise<ApplicantFacts> {
  if (!isObject(body)) throw new Refusal('msg.badrequest');
  const { ver, ...fields } = body;
  const known = new Set<string>([...profileFields, 'lang']);
  const foreign = Object.keys(fields).filter((name) => !known.has(name));
  if (foreign.length) throw new Refusal('msg.invalid', { fields: foreign.map((path) => ({ path, code: 'field.unknown' as const })) });
  if (typeof ver !== 'number') throw new Refusal('msg.version', { fields: [{ path: 'ver', code: 'field.required' }] });
  try {
    await updateRecord(tools, actor, 'applicant', actor.id, { ...fields, ver }, undefined);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'msg.datamodi') throw new Refusal('msg.datamodi', { data: await readApplicant(tools, actor) });
    throw error;
  }
  return readApplicant(tools, actor);
}

async function ownRow<O extends 'applicant' | 'jury'>(tools: Tools, object: O, id: string): Promise<RowOf<O>> {
  const model = tools.registry.get(object)?.model;
  const row = model && (await loadRow(tools.db, wholeReader(model, tools.db.kind), id));
  if (!row) throw new Refusal('msg.session');
  return row;
}
