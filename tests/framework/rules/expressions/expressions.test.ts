/** Expressions: exact numbers, what is empty, days, lists, bounds, and formulas in the order of what they read. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describe as describeObject } from '#codegen/describe/describe.ts';
import { longestExpression, readExpression, Unreadable } from '#codegen/describe/parse-expression.ts';
import { loadFrom } from '#codegen/load/load.ts';
import type { JsonSchema, ObjectModel, Row } from '#codegen/model.ts';
import { evaluate } from '#rules/expressions/evaluate.ts';
import { circleOf, formulaProblems, linksOfRecord, withFormulas } from '#rules/expressions/formulas.ts';
import { aroundAt, withFollowingDefaults } from '#rules/expressions/rules.ts';
import { isNumber, type Outside, Place, plainNumber, type Value } from '#rules/expressions/value.ts';
import { computeRow } from '#rules/records/computed.ts';
import { add, formatDecimal, multiply, parseDecimal, round, zero } from '#rules/values/decimal.ts';

const around = { today: '2026-11-23', now: '2026-11-23 16:00:00', me: 'ann' };

/** What an expression gives over a row, numbers as their digits. */
function ask(text: string, row: Row = {}): unknown {
  const { value, failure } = evaluate(readExpression(text), new Place(row), new Place(row), around);
  return failure ?? plain(value);
}

function plain(value: Value): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (isNumber(value)) return `#${plainNumber(value)}`;
  return value instanceof Place ? value.row : value;
}

function modelOf(schema: JsonSchema): ObjectModel {
  const loaded = loadFrom(new Map([['schemas/thing.json', JSON.stringify({ title: 'Thing', ...schema })]]));
  return describeObject(loaded.objects[0]!, loaded.context).model; // the one file
}

const money = { type: 'number', multipleOf: 0.01 };
const text = { type: 'string', maxLength: 80 };

describe('an expression', () => {
  it.each<[string, Row, unknown]>([
    ['0.1 + 0.2', {}, '#0.3'],
    ['0.1 + 0.2 == 0.3', {}, true],
    ['price * quantity', { price: 19.99, quantity: 3 }, '#59.97'],
    ['12345678901234567890.12 + 0.01', {}, '#12345678901234567890.13'],
    ['1 / 3', {}, '#0.33333333333333333333'],
    ['7 % 3 - -2', {}, '#3'],
    ['round(2.345, 2)', {}, '#2.35'],
    ['round(-2.5)', {}, '#-3'],
    ['floor(-2.1) + ceil(2.1) + abs(-1)', {}, '#1'],
    ['price / quantity', { price: 1, quantity: 0 }, null],
    ['price * quantity', { price: null, quantity: 3 }, null],
    ['ifEmpty(price, 0) + 1', { price: null }, '#1'],
    ['end >= start', { start: '2026-01-02', end: '2026-01-01' }, false],
    ['end >= start', { start: '2026-01-02', end: '' }, null],
    ['!(end < start)', { start: '2026-01-02', end: '' }, null],
    ['isEmpty(end) || end >= start', { start: '2026-01-02', end: '' }, true],
    ['has(end) && end >= start', { start: '2026-01-02', end: '' }, false],
    ['price > 5 ? "dear" : "cheap"', { price: null }, 'cheap'],
    ['name == ""', { name: '' }, true],
    ['name == null', { name: '' }, true],
    ['given + " " + family', { given: 'Ang', family: 'Lee' }, 'Ang Lee'],
    ['given + family', { given: '', family: 'Lee' }, 'Lee'],
    ['self["片名"] + self["$ref"] + self["a-b"]', { 片名: '臥虎', $ref: '藏', 'a-b': '龍' }, '臥虎藏龍'],
    ['size(title)', { title: '臥虎藏龍' }, '#4'],
    ['upper(substring(title, 0, 2))', { title: 'film' }, 'FI'],
    ['title.startsWith("fi") && title.endsWith("lm") && title.contains("il")', { title: 'film' }, true],
    ['replace(title, "l", "r")', { title: 'film' }, 'firm'],
    ['number("12.50") + 1', {}, '#13.5'],
    ['text(12.50) + "%"', {}, '12.5%'],
    ['daysBetween(start, end)', { start: '2026-02-27', end: '2026-03-01' }, '#2'],
    ['daysBetween(start, end)', { start: '2026-02-27 23:00:00', end: '2026-03-01' }, '#2'],
    ['addDays(start, 2)', { start: '2024-02-28' }, '2024-03-01'],
    ['addMonths(start, 1)', { start: '2026-01-31' }, '2026-02-28'],
    ['year(start) * 10000 + month(start) * 100 + day(start)', { start: '2026-02-27' }, '#20260227'],
    ['weekday(start)', { start: '2026-11-23' }, '#1'],
    ['today()', {}, '2026-11-23'],
    ['me()', {}, 'ann'],
    ['lines.sum(l, l.amount)', { lines: [{ amount: 0.1 }, { amount: 0.2 }, { amount: null }] }, '#0.3'],
    ['lines.sum(l, l.amount)', { lines: [] }, '#0'],
    ['lines.mean(l, l.amount)', { lines: [{ amount: 1 }, { amount: 2 }, { amount: null }] }, '#1.5'],
    ['lines.mean(l, l.amount)', { lines: [] }, null],
    ['lines.min(l, l.day) + lines.max(l, l.day)', { lines: [{ day: 'b' }, { day: '' }, { day: 'a' }] }, 'ab'],
    ['lines.count(l, l.amount > 1)', { lines: [{ amount: 1 }, { amount: 2 }] }, '#1'],
    ['size(lines.filter(l, l.amount > 1))', { lines: [{ amount: 1 }, { amount: 2 }] }, '#1'],
    ['lines.map(l, l.name).join("/")', { lines: [{ name: 'a' }, { name: '' }, { name: 'b' }] }, 'a/b'],
    ['lines.all(l, l.amount > 0) && !lines.exists(l, l.amount > 2)', { lines: [{ amount: 1 }, { amount: 2 }] }, true],
    ['lines[0].amount', { lines: [{ amount: 1 }] }, '#1'],
    ['lines[3].amount', { lines: [{ amount: 1 }] }, null],
    ['max(1, 2.5, price)', { price: null }, '#2.5'],
    ['"a" in tags', { tags: ['a', 'b'] }, true],
    ['price + name', { price: 1, name: 'x' }, '1x'],
    ['price * name', { price: 1, name: 'x' }, 'formula.kind'],
    ['lines.sum(l, l.amount)', { lines: 'none' }, 'formula.kind'],
    ['x*x*x*x*x*x*x*x', { x: 999999999999999 }, 'formula.size'],
    ['constructor', {}, null],
    ['self.__proto__', {}, null],
  ])('%s over %j', (expression, row, expected) => expect(ask(expression, row)).toEqual(expected));

  it.each([
    ['name.matches("(a+)+$")', /pattern/],
    ['price *', /cannot be read/],
    ['片名 + 1', /cannot be read/],
    ['frobnicate(price)', /no function/],
    ['constructor("return 1")', /no function/],
    ['{"a": 1}', /an object/],
    ['lines.sum(l)', /each entry/],
    ['a.all(x, b.all(y, c.all(z, true)))', /3 deep/],
    [`${'('.repeat(60)}1${')'.repeat(60)} + ${'-'.repeat(60)}1`, /cannot be read|deep/],
  ])('%s is refused, with what to do', (expression, wrong) => {
    const refusal = (() => {
      try {
        return readExpression(expression);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(Unreadable);
    expect(refusal).toMatchObject({ message: expect.stringMatching(wrong), should: expect.stringMatching(/should/) });
  });

  it('is refused where it is too long', () => {
    expect(() => readExpression(`"${'x'.repeat(longestExpression)}"`)).toThrow(/characters long/);
  });

  it('ends however long the lists are that it goes through', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => ({ index }));
    expect(ask('lines.sum(a, lines.sum(b, a.index * b.index))', { lines })).toBe('formula.size');
  });

  it('sums and multiplies money as the server’s decimals do', () => {
    const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((units) => units / 100);
    fc.assert(
      fc.property(fc.array(fc.record({ price: cents, quantity: fc.integer({ min: 0, max: 9999 }) }), { maxLength: 20 }), (lines) => {
        const exact = lines.reduce((sum, { price, quantity }) => add(sum, multiply(parseDecimal(price) ?? zero, parseDecimal(quantity) ?? zero)), zero);
        expect(ask('round(lines.sum(l, l.price * l.quantity), 2)', { lines })).toBe(
          `#${formatDecimal(round(exact, 2)).replace(/\.?0+$/, '') || '0'}`.replace(/^#-0$/, '#0'),
        );
      }),
    );
  });

  it('never throws, whatever the row holds', () => {
    const expressions = [
      'a + b * 2',
      'a > b ? a : b',
      'lines.sum(l, l.a)',
      'addDays(a, b)',
      'a in lines',
      'substring(a, b)',
      'round(a, b)',
      'a[b]',
      'year(a)',
    ].map(readExpression);
    fc.assert(
      fc.property(fc.record({ a: fc.jsonValue(), b: fc.jsonValue(), lines: fc.jsonValue() }), fc.constantFrom(...expressions), (row, tree) => {
        const { value, failure } = evaluate(tree, new Place(row as Row)); // JSON values
        expect(failure === undefined ? value !== undefined : failure.startsWith('formula.')).toBe(true);
      }),
    );
  });
});

describe('formulas of a record', () => {
  const model = modelOf({
    properties: {
      // before what they read, so that the order is theirs
      total: { ...money, 'x-formula': 'net + tax' },
      tax: { ...money, 'x-formula': 'net * 0.05' },
      net: { ...money, 'x-formula': 'lines.sum(l, l.amount)' },
      lines: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            share: { type: 'number', multipleOf: 0.0001, 'x-formula': 'amount / record.net' },
            amount: { ...money, 'x-formula': 'price * quantity' },
            price: money,
            quantity: { type: 'integer' },
          },
        },
      },
      label: { ...text, 'x-formula': 'title + " (" + text(size(lines)) + ")"' },
      title: text,
      half: { type: 'integer', 'x-formula': 'size(lines) / 2' },
    },
  });

  it('are worked out in the order of what they read, over lines and back', () => {
    const row = computeRow(
      {
        title: 'A',
        lines: [
          { price: 0.1, quantity: 3 },
          { price: 0.7, quantity: 1 },
          { price: null, quantity: 1 },
        ],
      },
      model,
    );
    expect(row).toMatchObject({ net: 1, tax: 0.05, total: 1.05, label: 'A (3)', half: 2 });
    expect(row.lines).toMatchObject([
      { amount: 0.3, share: 0.3 },
      { amount: 0.7, share: 0.7 },
      { amount: null, share: null },
    ]);
  });

  it('change nothing the second time, and then give the same object', () => {
    const row = computeRow({ title: 'A', lines: [{ price: 0.1, quantity: 3 }] }, model);
    expect(computeRow(row, model)).toBe(row);
  });

  it('say at their field that there is no result', () => {
    const broken = {
      lines: [
        { price: 1, quantity: 1 },
        { price: 'x', quantity: 2 },
      ],
    };
    expect(formulaProblems(broken, model.fields)).toContainEqual({ path: 'lines/1/amount', code: 'formula.kind' });
    expect(computeRow(broken, model).lines).toMatchObject([{ amount: 1 }, { amount: null }]);
  });

  it('that go round in a circle are found with their way', () => {
    const round = modelOf({
      properties: {
        a: { ...money, 'x-formula': 'b + 1' },
        b: { ...money, 'x-formula': 'lines.sum(l, l.c)' },
        lines: { type: 'array', items: { type: 'object', properties: { c: { ...money, 'x-formula': 'record.a' } } } },
      },
    });
    expect(circleOf(round.fields)).toEqual(['a', 'b', 'lines.c', 'a']);
    expect(circleOf(model.fields)).toBeUndefined();
  });

  it('come to the browser as JSON that gives the same over any row', () => {
    const sent = JSON.parse(JSON.stringify(model)) as ObjectModel; // as it was
    const line = fc.record({
      price: fc.option(fc.integer({ min: -9999, max: 9999 }).map((cents) => cents / 100)),
      quantity: fc.option(fc.integer({ min: 0, max: 99 })),
    });
    fc.assert(
      fc.property(fc.record({ title: fc.string(), lines: fc.array(line) }), (row) => {
        expect(computeRow(row, sent)).toEqual(computeRow(row, model));
      }),
    );
  });
});

describe('other rows', () => {
  const model = modelOf({
    properties: {
      maker: { type: 'string', maxLength: 40, 'x-relation': 'thing' },
      country: { ...text, 'x-formula': 'maker.country' },
      paid: { ...money, 'x-formula': 'children("payment", "deal").filter(p, p.done).sum(p, p.amount)' },
      open: { ...money, 'x-formula': '100 - paid' },
    },
  });

  it('are read where they are known; else what the server has worked out stays, and what reads it follows', () => {
    expect(linksOfRecord(model.fields).map((link) => [link.is, link.object])).toEqual([
      ['reference', 'thing'],
      ['children', 'payment'],
    ]);
    const cents = fc.integer({ min: -99_999, max: 99_999 });
    const payments = fc.array(fc.record({ units: fc.option(cents), done: fc.boolean() }), { maxLength: 20 });
    fc.assert(
      fc.property(payments, fc.string({ maxLength: 10 }), (given, country) => {
        const children = given.map(({ units, done }) => new Place({ amount: units === null ? null : units / 100, done }));
        const outside: Outside = { row: (_, id) => (id === 'm' ? new Place({ country }) : null), children: () => children };
        const stored = withFormulas({ maker: 'm' }, model.fields, outside);
        const paid = given.reduce((sum, { units, done }) => sum + (done ? (units ?? 0) : 0), 0);
        expect(stored).toMatchObject({ country, paid: paid / 100, open: (10_000 - paid) / 100 });
        expect(withFormulas(stored, model.fields)).toBe(stored); // as where no other rows are known
        const byReference: Outside = { ...outside, isKnown: (links) => links.every(({ is }) => is === 'reference') }; // as a page does
        expect(withFormulas({ maker: 'm', paid: 7 }, model.fields, byReference)).toMatchObject({ country, paid: 7, open: 93 });
        expect(withFormulas({ maker: '', country: 'was' }, model.fields, byReference)).toMatchObject({ country: '' });
        expect(withFormulas(stored, model.fields, { ...outside, isKnown: () => false })).toBe(stored);
      }),
    );
  });
});

describe('a default of other fields', () => {
  it('follows them until somebody writes there', () => {
    const { fields } = modelOf({ properties: { quantity: { type: 'integer' }, note: { ...text, 'x-default': '"Q" + text(quantity)' } } });
    const around = aroundAt('2026-11-23 00:00:00');
    const typed = (before: Row, next: Row) => withFollowingDefaults(before, { ...before, ...next }, fields, around);
    const begun = typed({ quantity: null, note: 'Q' }, { quantity: 3 });
    expect(begun.note).toBe('Q3');
    expect(typed(typed(begun, { note: 'mine' }), { quantity: 4 }).note).toBe('mine');
    expect(typed(begun, { quantity: 5, note: 'mine' }).note).toBe('mine');
  });
});
