/** The HTTP server under the app: what it hands over. */
import express, { type Express } from 'express';
import { afterEach, expect, it } from 'vitest';
import { type Door, openDoor } from '#framework/listen.ts';

let door: Door | undefined;
afterEach(() => door?.detach());

it('requests and answers have the prototypes that express would give them, which it then leaves alone', async () => {
  door = await openDoor((_req, res) => void res.end('not yet'), { port: 0, host: '127.0.0.1' });
  expect(await (await fetch(door.url)).text()).toBe('not yet');
  const app = express() as Express & { handle: Express }; // what express itself calls; it has no type for it
  const { handle } = app;
  const arrived: unknown[] = [];
  app.handle = Object.assign((...[req, res, next]: Parameters<Express>) => {
    arrived.push(Object.getPrototypeOf(req) === app.request, Object.getPrototypeOf(res) === app.response);
    handle.call(app, req, res, next);
  }, handle);
  app.get('/', (req, res) => void res.json({ host: req.hostname }));
  door.serve(app);
  expect(await (await fetch(door.url)).json()).toEqual({ host: '127.0.0.1' });
  expect(arrived).toEqual([true, true]);
});
