/** The entry of dist/server.js. */
import { serve } from './serve.ts';

await serve();
