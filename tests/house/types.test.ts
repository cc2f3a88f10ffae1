/** house: what is generated is used. A field of a schema that is renamed stops the compiler where it is read. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emitLanguages, emitTypes } from '#codegen/emit/emit-types.ts';
import { languages } from '#codegen/languages.ts';
import { readFiles } from '#codegen/load/read-files.ts';
import { derive } from '#codegen/pipeline.ts';
import tsconfig from '../../tsconfig.json' with { type: 'json' };

let folder = '';
/** What the compiler says, by file, of a tree in which every field and answer below is another. Of the tree as it is, `npm test` has asked it before this. */
let changed: Map<string, string[]>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  const left = /^(?:\.git|\.generated|node_modules|dist|data|docs|tests|test-results)(?:\/|$)/;
  cpSync('.', folder, { recursive: true, filter: (from) => !left.test(relative('.', from)) });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  cpSync('.generated/calls.ts', join(folder, '.generated/calls.ts'));
  const include = ['codegen', 'backend', 'frontend', '.generated'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...tsconfig, include }));
  await generate((object, field) => renamed.some(([of, name]) => of === object && name === field));
  for (const [file, answer, other] of answers) {
    const path = join(folder, 'backend', file);
    writeFileSync(path, readFileSync(path, 'utf8').replace(answer, other));
  }
  changed = complaints([...renamed.map(([, , file]) => join('backend/application', file)), ...answers.flatMap(([, , , files]) => files)]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** In each room of the application a field, and a file that reads it; then screens. */
const renamed = [
  ['campaign', 'edition', 'campaign/actions/clone-campaign.ts'],
  ['enrolment', 'submitAt', 'enrolment/actions/numbering.ts'],
  ['decision_maker', 'priority', 'forum/actions/import-wishes.ts'],
  ['pairing_release', 'number', 'forum-day/actions/read-day.ts'],
  ['jury', 'cid', 'jury/rules/votes.ts'],
  ['selection', 'jury', 'jury/rules/votes.ts'],
  ['enrolment', 'toldAt', 'mailing/actions/decision-mails.ts'],
  ['campaign', 'cEnd', 'overview/read-overview.ts'],
  ['pitch', 'enrollid', 'pairing/rules/pitch.ts'],
  ['decision_maker', 'cid', 'pairing/rules/decision-maker.ts'],
  ['pairing', 'room', 'pairing/rules/meeting.ts'],
  ['pairing', 'start', 'pairing/rules/meeting.ts'],
  ['pairing', 'tableChosen', 'pairing/actions/apply-run.ts'],
  ['pitch', 'exportAt', 'personal/rules/my-facts.ts'],
  ['pairing_release', 'told', 'release/actions/versions.ts'],
  ['sales_order', 'exchange', 'sales/rules/totals.ts'],
  ['layout_image', 'altTw', 'site/actions/read-site.ts'],
  ['viewing_page', 'title', 'viewing/actions/list-pages.ts'],
  ['layout_image', 'place', '../../frontend/application/campaign/layout-images/places.ts'],
  ['campaign', 'cStart', '../../frontend/application/campaign/layout-images/LayoutImages.tsx'],
  ['enrolment', 'cname', '../../frontend/application/enrolment/site/screens/sent/Receipt.tsx'],
  ['applicant', 'wechat', '../../frontend/application/site/account/ProfileForm.tsx'],
  ['viewing_page', 'access', '../../frontend/application/viewing/links/Links.tsx'],
] as const;

/** An answer of the list, another one in its place, and who sends and who reads it. */
const answers = [
  [
    'framework/system/wire.ts',
    'disk: { free: number; total: number };',
    'disk: { free: string };',
    ['backend/framework/system/read-operations.ts', 'frontend/framework/admin/system/Storage.tsx'],
  ],
  [
    'application/pairing/wire.ts',
    "/one-more': OneMore[];",
    "/one-more': OneMore;",
    ['backend/application/pairing/api.ts', 'frontend/application/pairing/side/OneMoreList.tsx'],
  ],
  // what calls are sent: the key that a router reads, and the one that a screen writes
  [
    'application/viewing/wire.ts',
    "/wishes': { dm: string; pitch: string; ver: number };",
    "/wishes': { dm: string; work: string; ver: number };",
    ['backend/application/viewing/api.ts', 'frontend/application/viewing/statistics/Meetings.tsx'],
  ],
  [
    'framework/system/wire.ts',
    "'POST /api/system/apply': { object: string; typed?: string };",
    "'POST /api/system/apply': { name: string; typed?: string };",
    ['backend/framework/api/system/system.ts', 'frontend/framework/admin/system/PendingPlans.tsx'],
  ],
] as const;

describe('types made from the schemas', () => {
  it('every folder of the application has a field among the renamed ones', () => {
    const folders = readdirSync('backend/application', { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
    expect([...new Set(renamed.map(([, , file]) => file.split('/')[0]))].sort()).toEqual(['..', ...folders.sort()]);
  });

  it('the application does not compile where a field that it reads has another name', () => {
    const told = ([, field, file]: (typeof renamed)[number]) =>
      changed.get(join('backend/application', file))?.some((message) => new RegExp(`\\b${field}\\b`).test(message));
    expect(renamed.filter((one) => !told(one))).toEqual([]);
  });

  it('an answer that differs from the list of calls is refused by the compiler where it is sent and where it is read', () => {
    expect(answers.flatMap(([, , , files]) => files.filter((file) => !changed.get(file)?.length))).toEqual([]);
  });
});

/** Of these files alone: all of them take four times as long. */
function complaints(files: readonly string[]): Map<string, string[]> {
  const api = new API({ cwd: folder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects();
    const said = (file: string) => project?.program.getSemanticDiagnostics(join(folder, file)).map(({ text }) => text) ?? [];
    return new Map(files.map((file) => [file, said(file)]));
  } finally {
    api.close();
  }
}

/** The types of the schemas, with some fields under another name. */
async function generate(isRenamed: (object: string, field: string) => boolean): Promise<void> {
  const { entries } = derive(await readFiles({ schemasDir: 'schemas', localesDir: 'locales' }));
  for (const { model } of entries)
    model.fields = model.fields.map((field) => (isRenamed(model.name, field.name) ? { ...field, name: `${field.name}_new` } : field));
  const files = await emitTypes(entries);
  for (const [path, text] of [...files, ['languages.ts', emitLanguages(languages)] as const]) {
    const to = join(folder, '.generated', path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
}
