/** The server is tested with the application on it. This runs before each file; what it imports is shared by the files of a worker. */
import '#application/index.ts';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach } from 'vitest';
import { startWorkersFrom } from '#backend/start-worker.ts';
import { killRunning } from './process.ts';

// what `npm test` built of this source just before
if (process.env.TEST_OF_BUILD) startWorkersFrom(pathToFileURL(`${resolve('dist')}/`));

afterEach(killRunning);
