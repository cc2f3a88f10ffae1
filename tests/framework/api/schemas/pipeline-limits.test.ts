/** C3: the process that reads schema files has limits of time and memory. A file past one is named, and the others go on being read, and requests being answered. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineLimits } from '#framework/objects/pipeline-process.ts';
import type { SystemState } from '#framework/system/wire.ts';
import en from '#locales/en/lint.json' with { type: 'json' };
import tw from '#locales/tw/lint.json' with { type: 'json' };
import { sayFinding } from '#rules/words/finding-words.ts';
import { answersWhile } from '../../../support/network/answers-while.ts';
import { runServer } from '../../../support/process.ts';
import { slowFile, wideFile } from '../../../support/schemas/large-schemas.ts';
import { type Client, startServer, type TestServer } from '../../../support/server.ts';

describe('the limits of the process that reads schema files', () => {
  let server: TestServer;
  let admin: Client;
  let schemasDir: string;
  const write = (name: string, text: string) => writeFileSync(join(schemasDir, `${name}.json`), text);
  const quarantine = async () => ((await (await admin('/api/system')).json()).data as SystemState).quarantine;
  /** Reads the folder anew and gives how often the server answered meanwhile. */
  const read = () => answersWhile(server, server.registry.reload());

  beforeAll(async () => {
    schemasDir = mkdtempSync(join(tmpdir(), 'reelbase-schemas-'));
    cpSync('schemas', schemasDir, { recursive: true });
    pipelineLimits.heapMb = 100;
    server = await startServer({ schemasDir });
    admin = await server.signIn('admin');
  });
  afterAll(async () => {
    await server.stop();
    rmSync(schemasDir, { recursive: true, force: true });
  });

  it.each([
    {
      limit: 'memory',
      name: 'wide',
      text: wideFile(),
      short: { fileMs: 300_000 },
      said: /: too large: it takes more than 100 MB to read; /,
      tw: /太大：讀取它需要超過 100 MB/,
    },
    {
      limit: 'time',
      name: 'slow',
      text: slowFile(4_000),
      short: { fileMs: 8_000 },
      said: /: too slow: it is not read within 8 seconds; /,
      tw: /太慢：8 秒內無法讀完/,
    },
  ])(
    'a file past the limit of $limit is in quarantine with that for a reason, and a file beside it works',
    async ({ limit, name, text, short, said, tw: inChinese }) => {
      const usual = { ...pipelineLimits };
      Object.assign(pipelineLimits, short);
      write(name, text);
      write(`beside_${name}`, JSON.stringify({ title: 'Beside', properties: { note: { type: 'string', maxLength: 20 } } }));
      expect(await read(), 'answered while the file was read').toBeGreaterThan(20);
      const [found, ...others] = await quarantine();
      expect(others).toEqual([]);
      expect(found).toMatchObject({ file: `schemas/${name}.json`, findings: [{ limit, message: expect.stringMatching(said) }] });
      const message = found?.findings[0]?.message ?? '';
      expect(sayFinding(message, en)).toMatch(said);
      expect(sayFinding(message, tw)).toMatch(inChinese);
      expect(sayFinding(message, tw), 'all of it is said in Chinese').not.toMatch(/[a-z]{4,} [a-z]{2,} /);
      expect((await admin(`/api/pb/beside_${name}`, { method: 'POST', json: { id: 'a', note: 'x' } })).status).toBe(201);
      expect((await admin(`/api/pb/${name}`)).status).toBe(404);
      // Another file's change does not wait for it once more.
      pipelineLimits.fileMs = 100_000;
      write(`beside_${name}`, JSON.stringify({ title: 'Beside', properties: { note: { type: 'string', maxLength: 20 }, more: { type: 'boolean' } } }));
      await read();
      expect(await (await admin(`/api/pb/beside_${name}/a`)).json()).toMatchObject({ note: 'x', more: false });
      expect(await quarantine()).toMatchObject([{ file: `schemas/${name}.json`, findings: [{ limit }] }]);
      // A machine that was busy then may read it now: time's verdict ends by itself, memory's does not.
      Object.assign(pipelineLimits, { againMs: 0, fileMs: 7_000 });
      await read();
      const again = limit === 'time' ? message.replace('8 seconds', '7 seconds') : message;
      expect(await quarantine()).toMatchObject([{ file: `schemas/${name}.json`, findings: [{ limit, message: again }] }]);
      // It is read again when it says something else.
      Object.assign(pipelineLimits, usual);
      write(name, JSON.stringify({ title: 'Well', properties: { note: { type: 'string', maxLength: 20 } } }));
      await read();
      expect(await quarantine()).toEqual([]);
      expect((await admin(`/api/pb/${name}`)).status).toBe(200);
    },
  );

  it('a server that is killed leaves none behind, in the middle of a file too, and what reads files knows no password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reelbase-killed-'));
    const own = join(folder, 'schemas');
    cpSync('schemas', own, { recursive: true });
    const killed = await runServer({ DATA_DIR: join(folder, 'data'), SCHEMAS_DIR: own, ADMIN_PASSWORD: 'invented-secret-7' });
    const children = () => readFileSync(`/proc/${killed.child.pid}/task/${killed.child.pid}/children`, 'utf8').split(' ').filter(Boolean);
    const commandOf = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    writeFileSync(join(own, 'slow.json'), slowFile(4_000));
    await expect.poll(() => children().some((pid) => commandOf(pid).includes('pipeline-child'))).toBe(true);
    const reading = children().find((pid) => commandOf(pid).includes('pipeline-child')) ?? '';
    expect(readFileSync(`/proc/${reading}/environ`, 'utf8')).not.toContain('invented-secret-7');
    // busy with the file: some time of the processor after its start
    await expect.poll(() => Number(readFileSync(`/proc/${reading}/stat`, 'utf8').split(') ')[1]?.split(' ')[11]), { timeout: 60_000 }).toBeGreaterThan(400);
    await killed.kill();
    await expect.poll(() => existsSync(`/proc/${reading}`)).toBe(false);
    rmSync(folder, { recursive: true, force: true });
  });
});
