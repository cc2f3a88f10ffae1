/** R30: the object of the test page. It has every kind of field and no table, is no object of the installation, and is derived when first asked for. */

import { readFiles } from '#codegen/load/read-files.ts';
import type { ObjectEntry } from '#codegen/model.ts';
import { derive } from '#framework/objects/derive.ts';
import { type CompiledValidator, Validators, validatorHash } from '#framework/objects/validators.ts';
import type { ListedObject } from '#framework/records/wire.ts';
import type { Tools } from '#framework/tools.ts';
import { type Actor, isAdministrator } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';

const name = 'test_fields';

/**
 * The object as GET /api/objects would list it, for administrators; in development for everybody on the staff.
 * @throws Refusal msg.admin; msg.route where the installation's objects are not those that the fields refer to
 */
export async function readTestFields(tools: Tools, actor: Actor): Promise<ListedObject> {
  const entry = await entryFor(tools, actor);
  return { name, model: entry.model, schema: entry.schema, validator: `/api/test-fields/validator-${validatorHash(entry)}.js` };
}

/** The compiled validator of that version. @throws Refusal msg.admin, msg.route */
export async function readTestValidator(tools: Tools, actor: Actor, hash: string): Promise<CompiledValidator> {
  const entry = await entryFor(tools, actor);
  if (validatorHash(entry) !== hash) throw new Refusal('msg.route');
  return new Validators(tools.config).of(entry);
}

const made = new Map<string, Promise<ObjectEntry | undefined>>();

async function entryFor(tools: Tools, actor: Actor): Promise<ObjectEntry> {
  if (tools.config.mode !== 'development' && !isAdministrator(actor)) throw new Refusal('msg.admin');
  const key = `${tools.config.schemasDir} ${tools.registry.version()}`;
  let entry = made.get(key);
  if (!entry) {
    made.clear();
    entry = makeEntry(tools);
    entry.catch(() => made.delete(key)); // the next request tries again
    made.set(key, entry);
  }
  const found = await entry;
  if (!found) throw new Refusal('msg.route');
  return found;
}

async function makeEntry({ config }: Tools): Promise<ObjectEntry | undefined> {
  const files = await readFiles(config);
  const [schema, tw] = await Promise.all([
    import('#framework/objects/every-field/schema.json', { with: { type: 'json' } }),
    import('#framework/objects/every-field/tw.json', { with: { type: 'json' } }),
  ]);
  files.set(`schemas/${name}.json`, JSON.stringify(schema.default));
  files.set(`locales/tw/${name}.json`, JSON.stringify(tw.default));
  return (await derive(files)).entries.find(({ model }) => model.name === name);
}
