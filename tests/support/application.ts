/** The server is tested with the application on it. This runs before each file; what it imports is shared by the files of a worker. */
import '#application/index.ts';
import { afterEach } from 'vitest';
import { killRunning } from './process.ts';

afterEach(killRunning);
