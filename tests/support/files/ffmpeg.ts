/** A real ffmpeg for the tests: TEST_FFMPEG → on the PATH → as root, Debian's package → none: a loud notice at home, a failure in CI. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, installByApt } from '../database/mariadb.ts';

export function testFfmpeg(): string | undefined {
  const program = process.env.TEST_FFMPEG ?? findProgram('ffmpeg') ?? installByApt('ffmpeg', 'ffmpeg');
  if (program) return program;
  const notice = 'No ffmpeg: what it makes of videos is not tested. Put it on the PATH, or name it in TEST_FFMPEG.';
  if (process.env.CI) throw new Error(notice);
  console.warn(`\n${'!'.repeat(notice.length + 4)}\n! ${notice} !\n${'!'.repeat(notice.length + 4)}\n`);
  return undefined;
}

/** The real one, which begins only once it is let go: however quick the machine, it is seen at work. */
export function heldFfmpeg(program: string, folder: string) {
  const [path, gate] = [join(folder, 'held-ffmpeg'), join(folder, 'held')];
  writeFileSync(path, `#!/bin/sh\nwhile [ -e '${gate}' ]; do sleep 0.1; done\nexec '${program}' "$@"\n`, { mode: 0o755 });
  return { path, hold: () => writeFileSync(gate, ''), letGo: () => rmSync(gate, { force: true }) };
}
