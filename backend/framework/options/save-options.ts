/** A list of options changed in the browser: laid over its file, in use from the next request on, in every process within seconds (decision 095). */
import { readFiles } from '#codegen/load/read-files.ts';
import type { JsonValue } from '#codegen/model.ts';
import { codeUser } from '#framework/data/rows/code-use.ts';
import { lockCodeList, noteCodeListHistory, putCodeList } from '#framework/data/system/code-lists.ts';
import { deriveCached } from '#framework/objects/derive.ts';
import { layOverlay } from '#framework/objects/overlay.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { type OptionCode, optionProblems, type StoredList, type StoredOption } from '#rules/records/options.ts';
import { isObject } from '#rules/records/record.ts';
import { languages } from '#rules/words/language.ts';
import { type Problem, Refusal } from '#rules/words/problem.ts';
import { lookUp, openOptions } from './read-options.ts';
import type { OpenOptions } from './wire.ts';

/**
 * Takes these options in the place of the list's. A code that a row has, in the trash too, stays: it can be retired. Codes never change their name.
 * @throws Refusal msg.notfound, msg.forbidden, msg.datamodi where somebody else was first, msg.invalid with paths such as '3/code', rule.codeused,
 * msg.schemaerrors where an object needs a code that would be gone
 */
export async function saveOptions(tools: Tools, actor: Actor, name: string, body: unknown): Promise<OpenOptions> {
  const files = await readFiles(tools.config);
  const list = lookUp(tools, actor, files, name);
  if (!list) throw new Refusal('msg.notfound', { values: { object: 'options', id: name } });
  if (!list.listed.mayEdit) throw new Refusal('msg.forbidden');
  const { ver, options } = orderOf(body);
  if (ver !== list.ver) throw new Refusal('msg.datamodi');
  const isOfNumbers = list.shipped.every(({ code }) => typeof code === 'number');
  const problems = optionProblems(options, isOfNumbers);
  if (list.listed.isFixed) problems.push(...fixedProblems(list.options, options));
  if (problems.length) throw new Refusal('msg.invalid', { fields: problems });
  const isThere = new Set(options.map(({ code }) => code));
  const removed = list.options.filter(({ code }) => !isThere.has(code));
  if (removed.length && !(await openOptions(tools, actor, name)).mayRemove) throw new Refusal('msg.admin');
  const stored: StoredList = {
    name,
    ver: ver + 1,
    options: options.map((option) => slim(option, list.shipped)),
    gone: list.shipped.flatMap(({ code }) => (isThere.has(code) ? [] : [code])),
  };
  await demandSound(tools, files, stored);
  const changes = changesOf(list.options, options);
  if (!Object.keys(changes).length) throw new Refusal('msg.nochange');
  await tools.db.transaction(async (tx) => {
    if (((await lockCodeList(tx, name))?.ver ?? 0) !== ver) throw new Refusal('msg.datamodi');
    for (const { code } of removed) {
      const user = await codeUser(tx, list.models, name, code);
      const model = list.models.find((one) => one.name === user);
      if (model) throw new Refusal('rule.codeused', { values: { code: String(code), object: model.label } });
    }
    await putCodeList(tx, stored);
    await noteCodeListHistory(tx, { list: name, ver: stored.ver, by: actor.id, at: tools.now(), action: ver ? 'update' : 'create' }, changes);
  });
  await takeEffect(tools);
  tools.log.info({ by: actor.id, list: name, options: options.length }, 'a list of options was saved');
  return openOptions(tools, actor, name);
}

/**
 * The registry reads anew. A code that went makes the schema stricter, which for a file waits for a person: here the rows were looked at before, so the
 * check is done at once.
 */
export async function takeEffect(tools: Tools): Promise<void> {
  await tools.registry.reload();
  const waiting = tools.tables.pending().filter(({ steps }) => steps.length > 0 && steps.every(({ kind }) => kind === 'check'));
  for (const { object } of waiting) await tools.tables.apply(object, undefined);
  if (waiting.length) await tools.registry.reload();
}

function orderOf(body: unknown): { ver: number; options: StoredOption[] } {
  if (!isObject(body) || !Number.isSafeInteger(body.ver) || !Array.isArray(body.options) || body.options.length > 5_000) throw new Refusal('msg.badrequest');
  return { ver: Number(body.ver), options: body.options.map(optionOf) };
}

function optionOf(given: JsonValue, index: number): StoredOption {
  const wrong = (name: string): never => {
    throw new Refusal('msg.invalid', { fields: [{ path: `${index}/${name}`, code: 'field.type' }] });
  };
  if (!isObject(given)) return wrong('code');
  const { code, labels, version, from, to, color, retired } = given;
  if (typeof code !== 'string' && typeof code !== 'number') return wrong('code');
  const said = isObject(labels) ? labels : {};
  const edition = (value: JsonValue | undefined) => (value === undefined || value === null ? undefined : typeof value === 'number' ? value : wrong('editions'));
  const named =
    version === undefined || version === null ? [] : Array.isArray(version) ? version.map((one) => edition(one) ?? wrong('editions')) : wrong('editions');
  const [first, last] = [edition(from), edition(to)];
  return {
    code: typeof code === 'string' ? code.trim() : code,
    labels: Object.fromEntries(languages.flatMap((lang) => (typeof said[lang] === 'string' && said[lang].trim() ? [[lang, said[lang].trim()]] : []))),
    ...(named.length && { version: [...new Set(named)] }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
    ...(typeof color === 'string' && color !== '' && { color }),
    ...(retired === true && { retired: true }),
  };
}

/** The codes stay, and none is retired. */
function fixedProblems(before: readonly StoredOption[], after: readonly StoredOption[]): Problem[] {
  const known = new Map(before.map((option) => [option.code, option]));
  const isWhole = before.every(({ code }) => after.some((option) => option.code === code));
  return [
    ...(isWhole ? [] : [{ path: '', code: 'field.readonly' as const }]),
    ...after.flatMap(({ code, retired }, index): Problem[] => {
      const own = known.get(code);
      return !own || (retired ?? false) !== (own.retired ?? false) ? [{ path: `${index}/code`, code: 'field.readonly' }] : [];
    }),
  ];
}

/** Without the labels that the files have. */
export function slim(option: StoredOption, shipped: readonly StoredOption[]): StoredOption {
  const own = shipped.find(({ code }) => code === option.code);
  const labels = Object.fromEntries(Object.entries(option.labels).filter(([lang, label]) => own?.labels[lang as keyof StoredOption['labels']] !== label));
  return { ...option, labels };
}

/** No object may break: one whose schema names a code that would be gone. */
async function demandSound(tools: Tools, files: ReadonlyMap<string, string>, stored: StoredList): Promise<void> {
  const overlay = tools.registry.overlay();
  const next = layOverlay(files, { ...overlay, lists: [...overlay.lists.filter(({ name }) => name !== stored.name), stored] });
  // Stored as the registry does, which finds it there when it reads anew.
  const derived = await deriveCached(next, tools.config, new Map(), false);
  const known = new Set(tools.registry.quarantined().flatMap(({ findings }) => findings.map(({ message }) => message)));
  const findings = derived.errors.filter(({ message }) => !known.has(message));
  if (findings.length) throw new Refusal('msg.schemaerrors', { data: { findings }, fields: [] });
}

/** code → what it said before and after; the order under '' where it is another. */
export function changesOf(before: readonly StoredOption[], after: readonly StoredOption[]): Record<string, [JsonValue, JsonValue]> {
  const asValue = (option: StoredOption | undefined): JsonValue => (option ? (JSON.parse(JSON.stringify({ ...option, code: undefined })) as JsonValue) : null); // plain JSON
  const of = (options: readonly StoredOption[], code: OptionCode) => options.find((option) => option.code === code);
  const codes = [...new Set([...before, ...after].map(({ code }) => code))];
  const changed = codes.flatMap((code): [string, [JsonValue, JsonValue]][] => {
    const [one, two] = [asValue(of(before, code)), asValue(of(after, code))];
    return canonical(one) === canonical(two) ? [] : [[String(code), [one, two]]];
  });
  const stays = (options: readonly StoredOption[]) => options.map(({ code }) => code).filter((code) => of(before, code) && of(after, code));
  const [orderBefore, orderAfter] = [stays(before), stays(after)];
  return Object.fromEntries([
    ...changed,
    ...(orderBefore.join('\n') === orderAfter.join('\n') ? [] : [['', [orderBefore, orderAfter]] as [string, [JsonValue, JsonValue]]]),
  ]);
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_key, node: unknown) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).sort(([a], [b]) => (a < b ? -1 : 1))) : node,
  );
}
