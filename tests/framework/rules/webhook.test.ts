/** Conditions of webhooks: asked of the row, of what it was, and of one that is gone. */
import { expect, it } from 'vitest';
import { readExpression } from '#codegen/describe/parse-expression.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { meetsWhen } from '#rules/webhook.ts';

const meets = (text: string, row: Row | null, changes: Record<string, [JsonValue, JsonValue]> = {}) =>
  meetsWhen(readExpression(text), [], row, changes, { now: '2026-11-24 08:00:00', today: '2026-11-24' });

it.each<[string, Row | null, Record<string, [JsonValue, JsonValue]>, boolean]>([
  ['state == "lit"', { state: 'lit' }, {}, true],
  ['state == "lit"', { state: 'dark' }, { state: ['lit', 'dark'] }, false],
  ['old.state == "lit"', { state: 'dark' }, { state: ['lit', 'dark'] }, true],
  ['old.state == "lit"', { state: 'lit' }, { name: ['a', 'b'] }, true],
  ['old.state == "lit"', { state: 'lit' }, { state: [null, 'lit'] }, false],
  ['state == "lit"', null, { state: ['lit', null] }, true],
  ['day > today()', { day: '2026-11-25' }, {}, true],
  ['missing == "x"', { state: 'lit' }, {}, false],
  ['state', { state: 'lit' }, {}, false],
  ['state + 1 > 0', { state: 'lit' }, {}, false],
])('%s of %j after %j: %s', (text, row, changes, wanted) => {
  expect(meets(text, row, changes)).toBe(wanted);
});
