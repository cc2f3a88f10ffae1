import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#framework/system/check-invariants.ts';
import { testDatabases } from '../../../support/database/database.ts';
import { enrol, hour, makeForum } from '../../../support/forum/forum.ts';
import { create, type RecordsApp, startRecordsApp } from '../../../support/schemas/records-app.ts';

describe.each(testDatabases)('the invariants, on %s', (kind) => {
  let app: RecordsApp;
  beforeAll(async () => {
    app = await startRecordsApp(kind);
  });
  afterAll(() => app?.stop());

  it('E09 V04 V06 V23 S09 finds rows that the rules would have refused, and names them', async () => {
    const admin = app.as(['[]'], 'root');
    const { applicant } = await makeForum(admin);
    const rows = [await enrol(admin, applicant, 'verified'), await enrol(admin, applicant, 'verified')];
    await admin.post('/campaign/ccdf15/actions/number', {});
    const [jury] = await create(admin, 'jury', { cid: 'ccdf15', name: 'Juror', email: 'j@example.com' });
    await create(admin, 'selection', ...rows.map(({ id }) => ({ jury: jury?.id as string, enrolment: id as string, weight: 3 })));
    const [pitch] = await create(admin, 'pitch', { cid: 'ccdf15', attProgram: 'C', enrollid: 'C001' });
    const [dm, idle] = await create(
      admin,
      'decision_maker',
      { cid: 'ccdf15', name: 'DM', available: [hour(2, 6)], priority: [pitch?.id as string] },
      { cid: 'ccdf15', name: 'Idle', available: [hour(2, 6)] },
    );
    const [pairing] = await create(admin, 'pairing', { cid: 'ccdf15', dm: dm?.id as string, pitch: pitch?.id as string, ...hour(2, 3) });
    await create(admin, 'company', { id: 'acme', type: 1, name: 'Acme' });
    const [order] = await create(admin, 'sales_order', {
      date: '2026-01-02',
      customer: 'acme',
      currency: 'TWD',
      exchange: 1,
      lines: [{ amount: 100, taxRate: 0.05 }],
    });
    const sound = await checkInvariants(app);
    expect(sound.violations).toEqual([]);
    expect(sound.looked).toMatchObject({ sales_order: 1, pairing: 1, selection: 2, enrolment: 2 });

    // Behind the rules' back.
    for (const sql of [
      'UPDATE `campaign` SET `maxSel` = 1',
      "UPDATE `enrolment` SET `enrollid` = 'C001'",
      "UPDATE `decision_maker` SET `available` = '[]' WHERE `name` = 'DM'",
      "UPDATE `decision_maker` SET `enabled` = 0 WHERE `name` = 'Idle'",
      'UPDATE `sales_order` SET `total` = `total` + 1',
      "UPDATE `_ref` SET `to_id` = 'gone' WHERE `obj` = 'decision_maker'",
      "INSERT INTO `_ref` (`obj`, `row_id`, `field`, `to_obj`, `to_id`) VALUES ('company', 'acme', 'logo', '_file', 'nothing.png')",
    ])
      await app.db.run(sql, []);
    const found = (await checkInvariants(app)).violations.map(({ invariant, object, id, about }) => `${invariant} ${object} ${id} ${about}`);
    expect(found.sort()).toEqual(
      [
        `maxsel jury ${jury?.id} 2 > 1`,
        ...rows.map(({ id }) => `numbers enrolment ${id} C001`),
        `pairings pairing ${pairing?.id} rule.notfree`,
        `disabled decision_maker ${idle?.id} available`,
        `totals sales_order ${order?.id} total`,
        `references decision_maker ${dm?.id} priority`,
        `noted decision_maker ${dm?.id} priority`,
        'files company acme logo',
      ].sort(),
    );
  });
});
