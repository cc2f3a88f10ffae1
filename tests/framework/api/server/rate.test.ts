/** A caller is told in headers how many calls it has left, and how long to wait (IETF draft of RateLimit headers). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabases } from '../../../support/database/database.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe.each(testDatabases)('limits told in headers on %s', (kind) => {
  let server: TestServer;
  let clock = Date.now();
  const forgot = () => server.anonymous('/api/auth/forgot', { method: 'POST', json: { id: 'nobody' } });
  const told = ({ headers }: Response) => [headers.get('RateLimit-Policy'), headers.get('RateLimit'), headers.get('Retry-After')];

  beforeAll(async () => {
    server = await startServer({ kind, now: () => new Date(clock) });
  });
  afterAll(() => server.stop());

  it('each counted answer names the limit, what is left of it and when it begins anew; the refused one when to come back', async () => {
    expect(told(await forgot())).toEqual(['"resets";q=20;w=60', '"resets";r=19;t=60', null]);
    clock += 15_000;
    expect(told(await forgot())).toEqual(['"resets";q=20;w=60', '"resets";r=18;t=45', null]);
    for (let at = 2; at < 20; at += 1) await forgot();
    const refused = await forgot();
    expect(refused.status).toBe(423);
    expect(told(refused)).toEqual(['"resets";q=20;w=60', '"resets";r=0;t=45', '45']);
    clock += 45_000;
    expect(told(await forgot())).toEqual(['"resets";q=20;w=60', '"resets";r=19;t=60', null]);
  });

  it('what is not counted says nothing', async () => {
    expect(told(await server.anonymous('/api/config'))).toEqual([null, null, null]);
  });
});
