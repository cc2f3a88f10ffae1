/** `npm run codegen -- --watch` as a process: what is dropped into a folder of schemas has types a moment later, and a broken file ends nothing. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codegen-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('codegenWatch_fileDroppedIn_writesItsTypes_brokenFileIsSaid_andTheWatchGoesOn', async () => {
  const generated = join(folder, 'generated');
  const drop = (name: string, text: string) => writeFileSync(join(folder, `${name}.json`), text);
  const typesOf = (name: string) => readFileSync(join(generated, 'objects', `${name}.ts`), 'utf8');
  const word = { type: 'string', maxLength: 60 };
  const schema = { title: 'Boat', properties: { id: word, name: word }, required: ['id'] };
  drop('boat', JSON.stringify(schema));
  const child = spawn(process.execPath, ['--import', 'tsx', 'codegen/main.ts', '--watch'], {
    env: { ...process.env, SCHEMAS_DIR: folder, GENERATED_DIR: generated },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const says = (words: RegExp) => expect.poll(() => said, { timeout: 60_000 }).toMatch(words);
  try {
    await says(/wrote .*objects\.ts\nwatching /);
    expect(typesOf('boat')).toContain('export type Boat = ');

    said = '';
    drop('harbour', JSON.stringify({ ...schema, title: 'Harbour' }));
    await says(/^wrote .*objects\.ts$/m);
    expect(typesOf('harbour')).toContain('export type Harbour = ');

    said = '';
    drop('boat', '{ "title": ');
    await says(/schemas\/boat\.json:1:/);
    expect(typesOf('boat')).toContain('export type Boat = ');

    said = '';
    drop('boat', JSON.stringify({ ...schema, properties: { ...schema.properties, mast: word } }));
    await says(/^wrote /m);
    expect(typesOf('boat')).toContain('mast: string');
    expect(child.exitCode).toBeNull();
  } finally {
    child.kill();
  }
});
