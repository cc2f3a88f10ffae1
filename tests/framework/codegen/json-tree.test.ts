/** The text of a schema formatted without changing a word of it, and places in it (issue 13.2). */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJson, placeOf } from '#codegen/load/json-tree.ts';

describe('formatJson', () => {
  it.each(readdirSync('schemas').filter((file) => file.endsWith('.json')))('leaves %s as it is shipped, and its labels', (file) => {
    const schema = readFileSync(`schemas/${file}`, 'utf8');
    expect(formatJson(schema, true)).toBe(schema);
    const labels = readFileSync(`locales/tw/${file}`, 'utf8');
    expect(formatJson(labels, false)).toBe(labels);
  });

  it('says the same of any value, in the same order, and a second time nothing new', () => {
    fc.assert(
      fc.property(
        fc.object({ maxDepth: 4, withNullPrototype: false }).map((value) => JSON.stringify(value)),
        fc.boolean(),
        (text, joins) => {
          const once = formatJson(text, joins);
          expect(JSON.stringify(JSON.parse(once))).toBe(JSON.stringify(JSON.parse(text)));
          expect(formatJson(once, joins)).toBe(once);
        },
      ),
    );
  });

  it('keeps digits and order of keys as they were typed', () => {
    expect(formatJson('{"b": 1.50, "2": 1e3, "1": 12345678901234567890}', true)).toBe('{\n  "b": 1.50,\n  "2": 1e3,\n  "1": 12345678901234567890\n}\n');
  });

  it('brings together what a program has spread over lines, and leaves what a person has', () => {
    const spread = '{\n  "properties": {\n    "id": {\n      "type": "string"\n    }\n  }\n}';
    expect(formatJson(spread, true)).toBe('{\n  "properties": { "id": { "type": "string" } }\n}\n');
    const typed = '{ "properties": {\n"id": { "type": "string" } } }';
    expect(formatJson(typed, true)).toBe('{\n  "properties": {\n    "id": { "type": "string" }\n  }\n}\n');
  });
});

describe('placeOf', () => {
  const text = `{
  "title": "Order",
  "definitions": { "line": { "properties": { "qty": { "type": "integer" } } } },
  "properties": {
    "lines": { "items": { "$ref": "#/definitions/line" } },
    "to": { "properties": { "city": { "type": "string", "pattern": "(" } } }
  }
}`;
  it.each([
    ['', '', 1, 1],
    ['', 'title', 2, 3],
    ['to.city', 'pattern', 6, 57],
    ['lines.qty', '', 3, 46],
    ['lines.none', '', 5, 5],
    ['none', 'type', 1, 1],
  ])('%s %s stands at %i:%i', (field, keyword, line, column) => {
    expect(placeOf(text, field, keyword)).toEqual({ line, column });
  });
});
