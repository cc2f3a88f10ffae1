/** The registry at a folder that changes under it: files come, change, break, heal and go. */
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, describe as suite } from 'vitest';
import { type Change, openRegistry, type Registry, type RegistryOptions } from '#framework/objects/registry.ts';
import { removeFolder } from '../../support/files/remove-folder.ts';
import { deepFile, knotted, manyFields } from '../../support/schemas/large-schemas.ts';

let dir = '';
let registry: Registry | undefined;
const film = (more: object = {}): object => ({ title: 'Film', required: ['cname'], properties: { cname: { type: 'string', maxLength: 100 }, ...more } });

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'registry-'));
});
afterEach(async () => {
  registry?.close();
  await removeFolder(dir);
});

async function put(path: string, content: object | string): Promise<void> {
  const file = join(dir, path);
  await mkdir(dirname(file), { recursive: true });
  // As editors do it: written beside, then renamed over the old one.
  await writeFile(`${file}~`, typeof content === 'string' ? content : JSON.stringify(content));
  await rename(`${file}~`, file);
}

async function open(options: Partial<RegistryOptions> = {}): Promise<Registry> {
  registry?.close();
  registry = await openRegistry({ schemasDir: join(dir, 'schemas'), localesDir: join(dir, 'locales'), cacheDir: join(dir, 'cache'), ...options });
  return registry;
}

function nextChange(from: Registry): Promise<Change> {
  return new Promise((resolve) => {
    const stop = from.onChange((change) => {
      stop();
      resolve(change);
    });
  });
}

suite('a schema folder', () => {
  it('that is empty or missing has no objects', async () => {
    expect((await open()).objects()).toEqual([]);
  });

  it('is watched: a file dropped in becomes an object, an edit changes it, a removal takes it away', async () => {
    await put('schemas/film.json', film());
    const opened = await open({ watch: true });
    const before = opened.version();
    const added = nextChange(opened);
    await put('schemas/gadget_box.json', { title: 'Gadget box', properties: { name: { type: 'string', maxLength: 20 } } });
    expect(await added).toMatchObject({ added: ['gadget_box'], changed: [], removed: [] });
    expect(opened.objects().map(({ model }) => model.name)).toEqual(['film', 'gadget_box']);
    expect(opened.version()).not.toBe(before);

    const changed = nextChange(opened);
    await put('schemas/gadget_box.json', {
      title: 'Gadget box',
      properties: { name: { type: 'string', maxLength: 20 }, colour: { type: 'string', maxLength: 9 } },
    });
    expect(await changed).toMatchObject({ changed: ['gadget_box'] });
    expect(opened.get('gadget_box')?.model.fields.map(({ name }) => name)).toContain('colour');

    const removed = nextChange(opened);
    await rm(join(dir, 'schemas/gadget_box.json'));
    expect(await removed).toMatchObject({ removed: ['gadget_box'] });
    expect(opened.get('gadget_box')).toBeUndefined();
  });

  it('sees a new label of a locale', async () => {
    await put('schemas/film.json', film());
    const opened = await open();
    await put('locales/tw/film.json', { name: '影片', fields: { cname: '片名' } });
    expect(await opened.reload()).toMatchObject({ changed: ['film'] });
    expect(opened.get('film')?.model.label).toEqual({ tw: '影片', en: 'Film' });
  });
});

suite('a broken file', () => {
  it('is quarantined with its message; its last good version and the others keep working', async () => {
    await put('schemas/film.json', film());
    await put('schemas/company.json', { properties: { name: { type: 'string', maxLength: 20 } } });
    const opened = await open();
    await put('schemas/film.json', '{ "title": "Film",\n  "properties": { "cname": }');
    expect(await opened.reload()).toEqual({ added: [], changed: [], removed: [], quarantine: true });
    expect(opened.quarantined()).toMatchObject([{ file: 'schemas/film.json', findings: [{ level: 'error' }] }]);
    expect(opened.quarantined()[0]?.findings[0]?.message).toMatch(/schemas\/film\.json:2:28 is not JSON/);
    expect(opened.get('film')?.model.fields.map(({ name }) => name)).toContain('cname');
    expect(opened.get('company')).toBeDefined();
    await put('schemas/film.json', film({ ename: { type: 'string', maxLength: 9 } }));
    expect(await opened.reload()).toMatchObject({ changed: ['film'], quarantine: true });
    expect(opened.quarantined()).toEqual([]);
  });

  it('that is too deep or too large does not affect the others, while it runs and at the next start', async () => {
    await put('schemas/film.json', film());
    const opened = await open();
    await put('schemas/deep.json', deepFile(3000));
    await put('schemas/many.json', manyFields(30_000));
    await put('schemas/knotted.json', knotted(61));
    await put('schemas/slow.json', { 'x-entity': {}, properties: { a: { type: 'string', maxLength: 40, pattern: '^(a+)+$' } } });
    expect(await opened.reload()).toMatchObject({ added: ['knotted'], quarantine: true });
    const seen = (from: Registry) => from.quarantined().map(({ file, findings }) => [file, findings.map(({ message }) => message).join()]);
    const expected = [
      ['schemas/deep.json', expect.stringMatching(/too deep: .*x-relation/)],
      ['schemas/many.json', expect.stringMatching(/too large: .*x-relation/)],
      ['schemas/slow.json', expect.stringMatching(/field "a", keyword "pattern"/)],
    ];
    expect(seen(opened)).toEqual(expected);
    const next = await open({ cacheDir: join(dir, 'fresh') });
    expect(next.objects().map(({ model }) => model.name)).toEqual(['film', 'knotted']);
    expect(seen(next)).toEqual(expected);
    const { validate } = await next.validator('knotted');
    expect(validate({ id: 'a', shape1: { shape2: { shape3: { name: 3 } } } })[0]).toMatchObject({
      instancePath: '/shape1/shape2/shape3/name',
      keyword: 'type',
    });
  });

  it('with lint errors leaves the last good version in use over a restart', async () => {
    await put('schemas/film.json', film());
    await open();
    await put('schemas/film.json', film({ rating: { type: 'boolean', 'x-acess': 'A' } }));
    await expect.poll(async () => (await open()).get('film')?.model.fields.some(({ name }) => name === 'cname')).toBe(true);
    expect(registry?.quarantined()[0]?.findings[0]).toMatchObject({ field: 'rating', keyword: 'x-acess' });
  });

  it('that was never valid is only quarantined', async () => {
    await put('schemas/film.json', film());
    await put('schemas/odd.json', { properties: { a: { type: 'strin' } } });
    const opened = await open();
    expect(opened.objects().map(({ model }) => model.name)).toEqual(['film']);
    expect(opened.quarantined()).toMatchObject([{ file: 'schemas/odd.json', findings: [{ field: 'a', keyword: 'type' }] }]);
  });

  it('of a shared part, a code list or a locale leaves the objects that use it unchanged', async () => {
    await put('schemas/parts/bank.json', { type: 'object', properties: { swift: { type: 'string', maxLength: 11 } } });
    await put('schemas/codes/genre.json', { codes: [{ code: '[AR]' }] });
    await put('locales/tw/film.json', { name: '影片' });
    await put('schemas/film.json', film({ bank: { $ref: 'parts/bank.json' }, genre: { 'x-codes': 'genre' } }));
    const opened = await open();
    const before = opened.get('film');
    for (const path of ['schemas/parts/bank.json', 'schemas/codes/genre.json', 'locales/tw/film.json']) await put(path, '{');
    expect(await opened.reload()).toEqual({ added: [], changed: [], removed: [], quarantine: true });
    expect(opened.quarantined().map(({ file }) => file)).toEqual(['locales/tw/film.json', 'schemas/codes/genre.json', 'schemas/parts/bank.json']);
    expect(opened.get('film')).toEqual(before);
  });
});

suite('derived files', () => {
  it('validators are compiled once for a version, and again when their object changes', async () => {
    await put('schemas/film.json', film());
    const opened = await open();
    const first = await opened.validator('film');
    expect(await opened.validator('film')).toBe(first);
    expect(first.validate({ id: 'film_1', cname: '' })).toMatchObject([{ instancePath: '/cname', keyword: 'minLength' }]);
    await put('schemas/film.json', film({ year: { type: 'integer' } }));
    await opened.reload();
    const second = await opened.validator('film');
    expect(second.hash).not.toBe(first.hash);
    expect(second.validate({ id: 'film_1', cname: 'A', year: 1.5 })).toMatchObject([{ instancePath: '/year', keyword: 'type' }]);
  });

  it('a second start uses the derived files of the first, with the same result', async () => {
    await put('schemas/film.json', film());
    const one = (await open()).objects();
    expect((await open()).objects()).toEqual(one);
    await expect((await open()).validator('nothing')).rejects.toThrow('nothing');
  });

  it('a change that the tables refuse leaves the previous version in use, with the reason', async () => {
    await put('schemas/film.json', film({ year: { type: 'integer' } }));
    const opened = await open({
      accept: async (next, previous) => new Map(next[0]?.model.fields.length !== previous[0]?.model.fields.length ? [['film', 'year holds data']] : []),
    });
    const before = opened.get('film');
    await put('schemas/film.json', film());
    expect(await opened.reload()).toEqual({ added: [], changed: [], removed: [], quarantine: true });
    expect(opened.get('film')).toEqual(before);
    expect(opened.quarantined()).toMatchObject([{ file: 'schemas/film.json', isSound: true, findings: [{ message: 'schemas/film.json: year holds data' }] }]);
  });
});
