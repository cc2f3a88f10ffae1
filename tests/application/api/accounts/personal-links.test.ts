import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOfToken, tokenOf } from '#application/personal/actions/link-token.ts';
import { ensureLink, linkOfToken, linkState } from '#application/personal/actions/personal-links.ts';
import { revokeLink } from '#application/personal/data/links.ts';
import { startServer, type TestServer } from '../../../support/server.ts';

describe('personal links', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('domain: a person has one link until it is revoked, and only a sealed token opens it', async () => {
    const { tools } = server;
    const wanted = { kind: 'my', object: 'decision_maker', rowId: 'dm-a', campaign: 'ccdf15', page: '' } as const;
    const first = await ensureLink(tools, tools.db, wanted, { by: 'admin', endsAt: null });
    expect(await ensureLink(tools, tools.db, wanted, { by: 'admin', endsAt: null })).toMatchObject({ id: first.id });
    const token = tokenOf(tools.config, first.id);
    expect(token).toMatch(/^[\w-]{36}$/);
    expect(await linkOfToken(tools, token)).toMatchObject({ rowId: 'dm-a' });
    for (const forged of [first.id, `${first.id}${'A'.repeat(24)}`, token.slice(1), `${token}A`, '']) expect(idOfToken(tools.config, forged)).toBeUndefined();
    expect(await revokeLink(tools.db, first.id, 5)).toBe(true);
    expect(await revokeLink(tools.db, first.id, 6)).toBe(false);
    expect(linkState((await linkOfToken(tools, token))!, 7)).toBe('revoked');
    expect((await ensureLink(tools, tools.db, wanted, { by: 'admin', endsAt: null })).id).not.toBe(first.id);
  });

  it('a link with an end stops working at that moment', () => {
    expect(linkState({ revokedAt: null, endsAt: 10 }, 9)).toBe('open');
    expect(linkState({ revokedAt: null, endsAt: 10 }, 10)).toBe('expired');
  });
});
