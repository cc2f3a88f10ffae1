/** `npm run serve`, and what `npm start` runs after the build: dist/{server,demo}.js, or a sentence where nothing is built. Plain JavaScript, for Node runs it as it stands. */
import { existsSync } from 'node:fs';

const entry = new URL(`../../dist/${process.argv[2]}.js`, import.meta.url);
if (existsSync(entry)) await import(entry.href);
else {
  console.error('Reelbase cannot start: nothing is built yet; run npm run build first');
  process.exitCode = 1;
}
