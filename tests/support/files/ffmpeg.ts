/** A real ffmpeg for the tests: TEST_FFMPEG → on the PATH → as root, Debian's package → none: a loud notice at home, a failure in CI. */
import { findProgram, installByApt } from '../database/mariadb.ts';

export function testFfmpeg(): string | undefined {
  const program = process.env.TEST_FFMPEG ?? findProgram('ffmpeg') ?? installByApt('ffmpeg', 'ffmpeg');
  if (program) return program;
  const notice = 'No ffmpeg: what it makes of videos is not tested. Put it on the PATH, or name it in TEST_FFMPEG.';
  if (process.env.CI) throw new Error(notice);
  console.warn(`\n${'!'.repeat(notice.length + 4)}\n! ${notice} !\n${'!'.repeat(notice.length + 4)}\n`);
  return undefined;
}
