/** Every object that ships and every foreign one, found by glob: what is saved comes back, and a save without an edit changes nothing. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { arbitraryRow } from '../support/arbitrary.ts';
import { testDatabases } from '../support/database.ts';
import { query, type RecordsApp, startRecordsApp } from '../support/records-app.ts';
import { studioSchemas } from '../support/studio-schemas.ts';

const foreignFolder = new URL('../foreign', import.meta.url).pathname;

function readFolder(folder: string, prefix = ''): Record<string, object> {
  const found: Record<string, object> = {};
  for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
    if (entry.isDirectory()) Object.assign(found, readFolder(join(folder, entry.name), `${prefix}${entry.name}/`));
    else if (entry.name.endsWith('.json')) found[prefix + entry.name.slice(0, -5)] = JSON.parse(readFileSync(join(folder, entry.name), 'utf8')) as object; // our own files
  }
  return found;
}

const folders: [string, Record<string, object> | undefined][] = [
  ['objects that ship', undefined],
  ['a studio’s objects', studioSchemas],
];
const foreign = readFolder(foreignFolder);
if (Object.keys(foreign).length) folders.push(['foreign schemas', foreign]);

describe.each(testDatabases.flatMap((kind) => folders.map(([title, schemas]) => ({ kind, title, schemas }))))('$title on $kind', ({ kind, schemas }) => {
  let app: RecordsApp;
  let ids: Record<string, string[]> = {};
  beforeAll(async () => {
    app = await startRecordsApp(kind, schemas);
    ids = {};
    // Referenced objects first, as far as they need nothing themselves, so that references can be filled.
    for (const entry of app.registry.objects()) {
      const [row] = fc.sample(arbitraryRow(entry), { numRuns: 1, seed: 7 });
      const answer = await app.as(['[]'], 'root').post(`/${entry.model.name}`, row);
      if (answer.status === 201) ids[entry.model.name] = [String(answer.body[entry.model.entity.key])];
    }
  }, 60_000);
  afterAll(() => app?.stop());

  it('V30 V41 create, get, list, save unedited, edit, delete', async () => {
    const admin = app.as(['[]'], 'root');
    for (const entry of app.registry.objects().filter(({ model }) => !model.entity.virtual)) {
      const { model } = entry;
      const row = arbitraryRow(entry, { ids }).filter((candidate) => isFree(candidate, entry, ids));
      await fc.assert(
        fc.asyncProperty(row, async (given) => {
          const made = await admin.post(`/${model.name}`, given);
          if (made.status === 422 && isTaken(made.body)) return;
          expect(made.status, `${model.name} ${JSON.stringify(given)} ${made.text}`).toBe(201);
          const path = `/${model.name}/${encodeURIComponent(String(made.body[model.entity.key]))}`;
          const got = await admin.get(path);
          expect(got.body).toEqual(made.body);
          const listed = await admin.get(`/${model.name}${query({ filter: { [model.entity.key]: made.body[model.entity.key] }, range: [0, 0] })}`);
          expect(listed.body).toEqual([made.body]);
          const unedited = await admin.put(path, got.body as Row);
          expect(unedited.body.err?.code, unedited.text).toBe('msg.nochange');
          expect((await admin.delete(path)).status).toBe(200);
          expect((await admin.get(path)).status).toBe(404);
        }),
        { numRuns: 6 },
      );
    }
  }, 120_000);
});

/** Not one of the rows that were made to be referred to. */
function isFree(row: Row, { model }: ObjectEntry, ids: Record<string, string[]>): boolean {
  return !ids[model.name]?.includes(String(row[model.entity.key]));
}

function isTaken(body: { err: { code: string; fields: { code: string }[] } }): boolean {
  return body.err.code === 'msg.mid' || body.err.fields.some(({ code }) => code === 'field.unique');
}
