/** Three instances of the built server, each with a data folder and schema files of its own, started again when they end, as systemd does. */
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cpuOf, type Program, startProgram, until } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Instance {
  readonly url: string;
  readonly port: number;
  program: Program | undefined;
  /** ms of processor that all its processes have had */
  cpu(): number;
  start(): void;
  isReady(): Promise<boolean>;
  /** stops in order, and starts the build with the changed schema */
  upgrade(): Promise<void>;
  stop(): Promise<void>;
}

export interface InstanceOptions {
  folder: string;
  name: string;
  port: number;
  env: Record<string, string>;
}

/** A build of its own, with what the container has: the files of `npm run build`, the sources that schemas are worked through by, and schemas with a change. */
export function makeNewerBuild(folder: string, field: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['dist', 'backend', 'codegen', 'schemas', 'locales', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'dist/build-id'), `newer-${field}\n`);
  addField(join(folder, 'schemas/company.json'), field);
  return folder;
}

/** One more field, which is stored, indexed and shown. */
function addField(file: string, field: string): void {
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  schema.properties[field] = { title: 'Added while people work', type: 'string', maxLength: 40, 'x-db': { index: true } };
  writeFileSync(file, JSON.stringify(schema, null, 2));
}

export function makeInstance({ folder, name, port, env }: InstanceOptions): Instance {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  let build = root;
  let wanted = false;
  let spent = 0;
  const take = () => {
    // A release brings its own files.
    cpSync(join(build, 'schemas'), join(home, 'schemas'), { recursive: true });
    cpSync(join(build, 'locales'), join(home, 'locales'), { recursive: true });
  };
  take();
  const instance: Instance = {
    url: `http://127.0.0.1:${port}`,
    port,
    program: undefined,
    cpu: () => spent + cpuOf(instance.program?.pid ?? 0),
    start() {
      wanted = true;
      if (instance.program?.isRunning()) return;
      const own = {
        PORT: String(port),
        DATA_DIR: join(home, 'data'),
        SCHEMAS_DIR: join(home, 'schemas'),
        LOCALES_DIR: join(home, 'locales'),
        LOG_LEVEL: 'warn',
        DEMO: '0',
      };
      instance.program = startProgram(process.execPath, [join(build, 'dist/server.js')], {
        log: join(home, 'log'),
        cwd: build,
        env: { BASE_URL: '', ...own, ...env },
      });
    },
    isReady: async () => (await fetch(`${instance.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status === 200,
    async upgrade() {
      await instance.stop();
      build = newer ?? root;
      take();
      instance.start();
      await until(`${name} on its newer build`, instance.isReady, 300_000);
    },
    async stop() {
      wanted = false;
      spent = instance.cpu();
      await instance.program?.end();
    },
  };
  // As a supervisor does: a second after it has ended.
  setInterval(() => {
    if (!wanted || instance.program?.isRunning()) return;
    setTimeout(() => wanted && instance.start(), 1_000);
  }, 500).unref();
  return instance;
}

let newer: string | undefined;
/** The build that upgrades take. */
export function setNewerBuild(folder: string): void {
  newer = folder;
}
