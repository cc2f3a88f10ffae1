/** The lists of options of this installation, as files and database say together, and where they are used. */
import { readFiles } from '#codegen/load/read-files.ts';
import type { FieldModel, ObjectModel, Text } from '#codegen/model.ts';
import { loadCodeListHistory } from '#framework/data/system/code-lists.ts';
import { laidList, listNames, shippedList } from '#framework/objects/overlay.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { may } from '#rules/accounts/permission.ts';
import { applicationRules } from '#rules/application.ts';
import type { StoredOption } from '#rules/records/options.ts';
import { inEach } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import type { ListedOptions, ListUse, OpenOptions } from './wire.ts';

/** Lists that the person may see: those of objects that they may list. */
export async function listOptions(tools: Tools, actor: Actor): Promise<ListedOptions[]> {
  const files = await readFiles(tools.config);
  return listNames(files).flatMap((name) => {
    const list = lookUp(tools, actor, files, name);
    return list ? [list.listed] : [];
  });
}

/** @throws Refusal msg.notfound for a list that is not there, or of no object that the person may list */
export async function openOptions(tools: Tools, actor: Actor, name: string): Promise<OpenOptions> {
  const files = await readFiles(tools.config);
  const list = lookUp(tools, actor, files, name);
  if (!list) throw new Refusal('msg.notfound', { values: { object: 'options', id: name } });
  const shipped = new Set(list.shipped.map(({ code }) => code));
  const object = applicationRules().versions?.object;
  return {
    ...list.listed,
    ver: list.ver,
    options: list.options.map((option) => ({ ...option, shipped: shipped.has(option.code) })),
    isOfNumbers: list.shipped.every(({ code }) => typeof code === 'number'),
    hasEditions: list.models.some(({ fields }) => fields.some(({ relation }) => object !== undefined && relation?.to === object && !relation.many)),
    mayRemove: !list.listed.isFixed && isAdministrator(actor),
  };
}

/** Who changed what of it, newest first. @throws Refusal as `openOptions` */
export async function readOptionsHistory(tools: Tools, actor: Actor, name: string): Promise<HistoryEntry[]> {
  if (!lookUp(tools, actor, await readFiles(tools.config), name)) throw new Refusal('msg.notfound', { values: { object: 'options', id: name } });
  return loadCodeListHistory(tools.db, name);
}

interface Described {
  listed: ListedOptions;
  ver: number;
  /** as they are in use */
  options: StoredOption[];
  shipped: StoredOption[];
  /** objects that use it */
  models: ObjectModel[];
}

/**
 * An operator may change a list when every object that uses it is theirs to change; administrators every list. Of a list whose codes the program knows, or
 * a workflow goes by, labels, colours and order alone can be changed.
 */
export function lookUp(tools: Tools, actor: Actor, files: ReadonlyMap<string, string>, name: string): Described | undefined {
  const shipped = shippedList(files, name);
  const models = tools.registry.objects().flatMap(({ model }) => (usesOf(model, name).length ? [model] : []));
  const isAdmin = isAdministrator(actor);
  if (!shipped || !(isAdmin || models.some((model) => may(model, actor.roles, 'list')))) return undefined;
  const stored = tools.registry.overlay().lists.find((list) => list.name === name);
  const options = stored ? laidList(files, stored) : shipped.options;
  const uses = models.flatMap((model) => usesOf(model, name));
  const isFixed = shipped.isFixed || models.some(({ workflow, fields }) => fields.some((field) => field.name === workflow?.field && field.codes === name));
  const label = uses[0]?.label ?? textOf(name);
  return {
    listed: {
      name,
      label,
      uses,
      count: options.filter(({ retired }) => !retired).length,
      retired: options.filter(({ retired }) => retired).length,
      isFixed,
      isChanged: stored !== undefined,
      mayEdit: isAdmin || (models.length > 0 && models.every((model) => may(model, actor.roles, 'update'))),
    },
    ver: stored?.ver ?? 0,
    options,
    shipped: shipped.options,
    models,
  };
}

/** The same in every language. */
function textOf(name: string): Text {
  return inEach(() => name);
}

function usesOf(model: ObjectModel, list: string): ListUse[] {
  const within = (fields: readonly FieldModel[], path: string): ListUse[] =>
    fields.flatMap((field) => [
      ...(field.codes === list ? [{ object: model.name, objectName: model.label, field: `${path}${field.name}`, label: field.label }] : []),
      ...within(field.fields ?? [], `${path}${field.name}.`),
    ]);
  return within(model.fields, '');
}
