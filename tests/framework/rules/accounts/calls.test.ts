import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFreshSecret } from '#rules/accounts/secret.ts';
import { isSessionAlive, sessionIdle, sessionTotal } from '#rules/accounts/session.ts';
import { addressWait, delayAfter, failureWindow, mayTryAccount } from '#rules/accounts/sign-in-limit.ts';
import { entryOfError, errorRecordOf, readLogEntry } from '#rules/log-entry.ts';
import { parseExistenceQuery } from '#rules/queries/existence-query.ts';

describe('the one statement of POST /api/query', () => {
  it('C01 takes a SELECT of the key by equality on it', () => {
    expect(parseExistenceQuery("SELECT id FROM film WHERE id = 'mv-0001'")).toEqual({ object: 'film', key: 'id', value: 'mv-0001' });
    expect(parseExistenceQuery("select `id` from `sales_order` where `id`='SO''1' limit 1;")).toEqual({ object: 'sales_order', key: 'id', value: "SO'1" });
  });

  it.each([
    ["SELECT id FROM film WHERE id = 'a' OR 1=1"],
    ["SELECT id FROM film WHERE id = 'a' UNION SELECT pw FROM user"],
    ["SELECT id FROM film WHERE id = 'a'; DROP TABLE film"],
    ["SELECT pw FROM user WHERE id = 'admin'"],
    ["SELECT id, pw FROM user WHERE id = 'admin'"],
    ["SELECT id FROM user WHERE pw = ''"],
    ['SELECT id FROM film WHERE id = 0'],
    ["SELECT id FROM film WHERE id = 'a\\' OR 1=1 -- '"],
    ["SELECT id FROM film WHERE id = 'a' -- x"],
    ["SELECT id FROM film /* x */ WHERE id = 'a'"],
    ["SELECT id FROM film, user WHERE id = 'a'"],
    ["SELECT id FROM mysql.user WHERE id = 'a'"],
    ["SELECT * FROM film WHERE id = 'a'"],
    ["SELECT id FROM film WHERE id LIKE 'a'"],
    ["SELECT id\nFROM film WHERE id = 'a'"],
    ["SELECT id FROM film WHERE id = 'a\0'"],
    ["DELETE FROM film WHERE id = 'a'"],
    [`SELECT id FROM film WHERE id = '${'a'.repeat(300)}'`],
    [''],
  ])('C01 refuses %s', (sql) => {
    expect(parseExistenceQuery(sql)).toBeUndefined();
  });

  it('C01 every accepted value was written as a literal and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (value) => {
        const read = parseExistenceQuery(`SELECT id FROM film WHERE id = '${value.replaceAll("'", "''")}'`);
        return read === undefined || read.value === value;
      }),
    );
  });

  it('C01 answers in a short time whatever is sent', () => {
    const hostile = `SELECT id FROM film WHERE id = '${"''".repeat(130)}`;
    const start = performance.now();
    expect(parseExistenceQuery(hostile)).toBeUndefined();
    expect(performance.now() - start).toBeLessThan(50);
  });
});

describe('secret, sessions, limits', () => {
  it('C06 the date may be off by one day and no more', () => {
    const now = new Date('2026-03-01T00:30:00Z');
    for (const date of ['2026-02-28', '2026-03-01', '2026-03-02']) expect(isFreshSecret(date, now)).toBe(true);
    for (const date of ['2026-02-27', '2026-03-03', '', 'yesterday']) expect(isFreshSecret(date, now)).toBe(false);
  });

  it('a session ends after 60 idle minutes and after 12 hours in all', () => {
    expect(isSessionAlive({ createdAt: 0, usedAt: 0 }, sessionIdle - 1)).toBe(true);
    expect(isSessionAlive({ createdAt: 0, usedAt: 0 }, sessionIdle)).toBe(false);
    expect(isSessionAlive({ createdAt: 0, usedAt: sessionTotal - 1 }, sessionTotal)).toBe(false);
  });

  it('K01 five failures cost no time, the next ones more and more, the twentieth of a day blocks', () => {
    const of = (count: number, last: number) => ({ count, first: 0, last });
    expect([0, 4, 5, 6, 30].map(delayAfter)).toEqual([0, 0, 2_000, 4_000, 900_000]);
    expect(mayTryAccount(of(4, 1_000), 1_000)).toBe(true);
    expect([mayTryAccount(of(1, 1_001), 1_000), addressWait(of(1, 1_001), 1_000)], 'another attempt beside this one').toEqual([true, 0]);
    expect(mayTryAccount(of(5, 1_000), 2_999)).toBe(false);
    expect(mayTryAccount(of(5, 1_000), 3_000)).toBe(true);
    expect(mayTryAccount(of(20, 0), 80_000_000)).toBe(false);
  });

  it('K01 an address waits after twenty failures of any account, longer and longer, and after a hundred until the first is a day old', () => {
    const of = (count: number) => ({ count, first: 5_000, last: 60_000 });
    expect([0, 19, 20, 21, 99].map((count) => addressWait(of(count), 60_000))).toEqual([0, 0, 2_000, 4_000, 900_000]);
    expect(addressWait(of(99), 960_000)).toBe(0);
    expect(addressWait(of(100), 960_000)).toBe(5_000 + failureWindow - 960_000);
  });

  it('K01 more failures never mean less delay', () => {
    fc.assert(fc.property(fc.nat(60), (n) => delayAfter(n + 1) >= delayAfter(n)));
  });
});

describe('error records and log entries', () => {
  it('K27 the message gains SQL state, code and SQL message; status code and message are copied', () => {
    const error = Object.assign(new Error('insert failed'), {
      sqlState: '23000',
      code: 'ER_DUP_ENTRY',
      sqlMessage: 'Duplicate entry',
      statusCode: 422,
      statusMessage: 'Unprocessable',
    });
    expect(errorRecordOf(error)).toMatchObject({
      message: 'insert failed 23000 ER_DUP_ENTRY Duplicate entry',
      statusCode: 422,
      statusMessage: 'Unprocessable',
    });
  });

  it('K27 level error; messages and stacks of the causes are joined with a separator', () => {
    const error = new Error('outer', { cause: new Error('inner') });
    const entry = entryOfError(errorRecordOf(error), { src: 'test', side: 'S', user: 'N/A' });
    expect(entry).toMatchObject({ level: 'error', side: 'S', src: 'test', msg: 'outer\n---\ninner' });
    expect(entry.stack.split('\n---\n')).toHaveLength(2);
  });

  it('E15 anything that can be thrown makes a record, circles included', () => {
    const circle: Record<string, unknown> = { message: 'round' };
    circle.cause = circle;
    circle.data = circle;
    expect(errorRecordOf(circle)).toEqual({ cause: '', data: '[circular]', message: 'round', statusCode: 0, statusMessage: '', fatal: false, stack: '' });
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        const record = errorRecordOf(thrown);
        return typeof record.message === 'string' && typeof record.stack === 'string' && typeof record.statusCode === 'number';
      }),
    );
  });

  it('E16 a log entry: level info by default, side C, the signed-in user whatever it claims, every part cut to its maximum length', () => {
    expect(readLogEntry({ msg: 'hello', log: { src: 'erp', side: 'S', user: 'somebody' } }, 'op')).toEqual({
      level: 'info',
      side: 'C',
      src: 'erp',
      msg: 'hello',
      user: 'op',
      desc: '',
      stack: '',
    });
    expect(readLogEntry({ level: 'worse', msg: 'x'.repeat(9_999) }, undefined)).toMatchObject({ level: 'info', user: 'N/A', msg: 'x'.repeat(2_000) });
    expect(readLogEntry({ message: 'broken', statusCode: 130, stack: 'at x', fatal: true, log: { src: 'erp' } }, undefined)).toMatchObject({
      level: 'error',
      msg: 'broken',
      desc: 'fatal\n---\n130',
      stack: 'at x',
      src: 'erp',
    });
  });
});
