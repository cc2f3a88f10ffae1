/** `npm run build`: pages, server and validators into dist/. What has not changed since the last build is not built again. */
import '#application/rules.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { root } from '#backend/config.ts';
import { ensureCalls } from '#codegen/emit/emit-calls.ts';
import { takeLock } from './lock.ts';
import { reportFailure } from './report-failure.ts';

const dist = join(root, 'dist');

interface Part {
  name: string;
  /** files and folders, whose content decides whether it is built again */
  inputs: string[];
  /** stands when the part was built */
  output: string;
  build: () => Promise<void>;
}

const parts: Part[] = [
  {
    name: 'pages',
    inputs: [
      'frontend',
      'backend/framework/rules',
      'backend/framework/kinds',
      'backend/application',
      'locales',
      'vite.config.ts',
      'package.json',
      'package-lock.json',
    ],
    output: 'public/erp.html',
    build: buildPages,
  },
  { name: 'server', inputs: ['backend', 'codegen', '.generated/calls.ts', 'package-lock.json'], output: 'server.js', build: buildServer },
  { name: 'validators', inputs: ['schemas', 'locales', 'codegen', 'backend/framework/kinds'], output: 'validators', build: buildValidators },
];

/** Builds the parts whose inputs have changed; gives their names. One build at a time, whoever asks. */
export async function ensureBuilt(): Promise<string[]> {
  await mkdir(join(dist, 'stamps'), { recursive: true });
  const unlock = await takeLock(join(dist, 'build-lock'));
  try {
    await ensureCalls();
    return await buildParts();
  } finally {
    await unlock();
  }
}

async function buildParts(): Promise<string[]> {
  const built = await Promise.all(parts.map(ensurePart));
  const stamps = await Promise.all(parts.map((part) => readFile(stampOf(part), 'utf8')));
  // Open pages learn of a newer build by this; a changed schema is none, for they follow it by themselves.
  await writeFile(join(dist, 'build-id'), createHash('sha256').update(stamps.slice(0, 2).join()).digest('hex').slice(0, 12));
  return built.filter((name) => name !== undefined);
}

async function ensurePart(part: Part): Promise<string | undefined> {
  const hash = createHash('sha256');
  for (const input of part.inputs) await hashInto(hash, input);
  const stamp = hash.digest('hex');
  const [before, stands] = await Promise.all([readText(stampOf(part)), exists(join(dist, part.output))]);
  if (before === stamp && stands) return undefined;
  await rm(stampOf(part), { force: true });
  await part.build();
  await writeFile(stampOf(part), stamp);
  return part.name;
}

async function buildPages(): Promise<void> {
  const { build } = await import('vite');
  await build({ root: join(root, 'frontend'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn', mode: 'production' });
  const assets = join(dist, 'public', 'assets');
  const names = (await readdir(assets)).filter((name) => /\.(?:js|css|svg|json)$/.test(name));
  await mkdir(packed, { recursive: true });
  const used = await Promise.all(names.map((name) => pack(join(assets, name))));
  for (const name of await readdir(packed)) if (!used.includes(name)) await rm(join(packed, name));
}

/** What was compressed by an earlier build, by the hash of its content: most of a page's files stay as they were. */
const packed = join(root, '.generated/packed');

async function pack(path: string): Promise<string> {
  const content = await readFile(path);
  const name = createHash('sha256').update(content).digest('hex');
  const cached = join(packed, name);
  if (!(await exists(cached))) {
    // Renamed when it is whole: a build that is killed leaves no half for the next. Two files may have the same content.
    const whole = `${cached}.${basename(path)}`;
    await writeFile(whole, await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }));
    await rename(whole, cached);
  }
  await copyFile(cached, `${path}.br`);
  return name;
}

const compress = promisify(brotliCompress);
/** The best: 7 % smaller than 9, for a few seconds of a build. */
const brotliQuality = 11;

/** Packages with native parts, or loaded only by what is rarely needed, stay where they are. */
const external = [
  '@aws-sdk/client-s3',
  '@node-rs/argon2',
  '@opentelemetry/*',
  '@photostructure/sqlite',
  'ajv',
  'ajv/*',
  'css-tree',
  'esbuild',
  'highs',
  'json-schema-to-typescript',
  'knex',
  'pdfkit',
  'prom-client',
  'recheck',
  'sharp',
  'subset-font',
  'vite',
];
/** Those of them that a built server never loads. */
const ofDevelopment = ['vite', 'json-schema-to-typescript'];
/** Packages of which files are read, not code. */
const read = ['swagger-ui-dist', '@expo-google-fonts/noto-sans-tc'];

/** The packages that the built server loads, in the versions that are here, for an image that has no others. Not as dist/package.json, which would take the place of the project's. */
async function writePackages(): Promise<void> {
  const names = [...external.filter((name) => !name.endsWith('/*') && !ofDevelopment.includes(name)), ...read];
  const versions = names.map(async (name) => [name, JSON.parse((await readText(join(root, 'node_modules', name, 'package.json'))) ?? '{}').version]);
  const packages = { name: 'reelbase-server', private: true, type: 'module', dependencies: Object.fromEntries(await Promise.all(versions)) };
  await rm(join(dist, 'package.json'), { force: true });
  await writeFile(join(dist, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
}

/** What CommonJS packages expect of their surroundings. */
const banner = `import { createRequire as reelbaseRequire } from 'node:module'; import { dirname as reelbaseDirname } from 'node:path'; import { fileURLToPath as reelbasePath } from 'node:url';
const require = reelbaseRequire(import.meta.url); const __filename = reelbasePath(import.meta.url); const __dirname = reelbaseDirname(__filename);`;

/** The server's entries beside the one that starts it, as far as they are there: a copy without the application has no demo and no solver. */
export function serverEntries(): Record<string, string> {
  const workers = {
    'solver-worker': 'backend/application/pairing/solver/worker.ts',
    'pipeline-child': 'backend/framework/objects/pipeline-child.ts',
    'sqlite-thread': 'backend/framework/data/engine/sqlite-thread.ts',
    'type-worker': 'backend/framework/type/worker.ts',
  };
  return presentOf(workers);
}

function presentOf(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).flatMap(([name, file]) => (existsSync(join(root, file)) ? [[name, join(root, file)]] : [])));
}

async function buildServer(): Promise<void> {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: { ...presentOf({ server: 'backend/cli/production.ts', demo: 'backend/cli/demo.ts' }), ...serverEntries() },
    outdir: dist,
    // Chunks lie beside the entries: import.meta.url is one level below the project's folder everywhere, as in backend/.
    chunkNames: 'chunk-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    // Smaller text is parsed faster. Names stay as written, for stacks: with `keepNames` every closure of every request would be named by a call.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    banner: { js: banner },
    external,
    metafile: true,
    logLevel: 'warning',
  });
  await writePackages();
  await removeOldChunks(Object.keys(metafile.outputs).map((path) => basename(path)));
}

/** A running server may still load a chunk of the build it was started from, so the build before this one stays. */
async function removeOldChunks(made: string[]): Promise<void> {
  const list = join(dist, 'stamps', 'chunks');
  const before = (await readText(list))?.split('\n') ?? [];
  const wanted = new Set([...made, ...before]);
  for (const file of await readdir(dist)) if (/^chunk-\w+\.js$/.test(file) && !wanted.has(file)) await rm(join(dist, file), { force: true });
  await writeFile(list, made.join('\n'));
}

async function buildValidators(): Promise<void> {
  const { openRegistry } = await import('#framework/objects/registry.ts');
  await rm(join(dist, 'validators'), { recursive: true, force: true });
  await mkdir(join(dist, 'validators'), { recursive: true });
  for (const file of await readdir(dist)) if (/^objects-\w+\.json$/.test(file)) await rm(join(dist, file), { force: true });
  const registry = await openRegistry({ schemasDir: join(root, 'schemas'), localesDir: join(root, 'locales'), cacheDir: dist });
  for (const { model } of registry.objects()) await registry.validator(model.name);
  registry.close();
}

async function hashInto(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const full = join(root, path);
  const entries = await readdir(full, { withFileTypes: true }).catch(() => undefined);
  if (!entries) {
    hash.update(`${path}\n`).update(await readFile(full));
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) await hashInto(hash, `${path}/${entry.name}`);
}

function stampOf(part: Part): string {
  return join(dist, 'stamps', part.name);
}

async function readText(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function exists(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    async () => (await readText(path)) !== undefined,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const start = performance.now();
  const built = await reportFailure('Not built', ensureBuilt);
  console.log(built.length ? `Built ${built.join(', ')} in ${((performance.now() - start) / 1000).toFixed(1)} s` : 'Nothing changed, nothing built');
}
