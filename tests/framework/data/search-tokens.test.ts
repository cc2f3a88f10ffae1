import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureTables } from '#framework/data/evolve/ensure.ts';
import { testDatabases } from '../../support/database/database.ts';
import { create, query, type RecordsApp, startRecordsApp } from '../../support/schemas/records-app.ts';
import { studioSchemas } from '../../support/schemas/studio-schemas.ts';

describe.each(testDatabases)('search tokens, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind, studioSchemas);
    await create(app.as(['[]']), 'reel', { id: 'r1', title: 'F-05123' }, { id: 'r2', title: 'F-05124' });
  });
  afterAll(() => app?.stop());
  const found = async (q: string) => (await app.as(['[]']).get(`/reel${query({ filter: { q } })}`)).body.map(({ id }: { id: string }) => id);

  it('find a code as one word, and are rebuilt at start where they were built in another way', async () => {
    expect(await found('F-05123')).toEqual(['r1']);
    const table = kind === 'mariadb' ? 'reel SET `_q`' : 'reel__q SET q';
    await app.db.run(`UPDATE ${table} = 'zzf zz05123'`);
    expect(await found('F-05123')).toEqual([]);
    await app.db.run("UPDATE `_series` SET value = 1 WHERE name = 'search:reel'");
    await ensureTables(app.db, app.registry.objects());
    expect(await found('F-05123')).toEqual(['r1']);
  });
});
