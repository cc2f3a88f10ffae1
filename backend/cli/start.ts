/** `npm start`: builds what has changed, then runs the built server with the demo on an empty database. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#backend/config.ts';
import { ensureBuilt } from './build.ts';

const built = await ensureBuilt();
if (built.length) console.log(`Built ${built.join(', ')}`);
await import(pathToFileURL(join(root, 'dist/demo.js')).href);
