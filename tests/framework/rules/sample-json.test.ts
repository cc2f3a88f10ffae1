/** What the generator puts into fields that hold JSON. */
import { describe, expect, it } from 'vitest';
import { sampleJson } from '#backend/framework/samples/sample-json.ts';
import { makeAjv } from '#codegen/emit/ajv.ts';
import type { JsonSchema } from '#codegen/model.ts';

const rules: Record<string, JsonSchema> = {
  'a constant': { const: { a: [1] } },
  'one of several ways': { oneOf: [{ type: 'array', minItems: 2, items: { type: 'integer', minimum: 3 } }, { type: 'string' }] },
  'a text that no list of likely ones has': {
    type: 'array',
    items: [
      { type: 'string', pattern: '^TYPE-(?:one|two)[A-Z]{3}_\\d+$' },
      { type: 'string', pattern: '^(?!x)[^\\s"]+ \\u0041\\.?(?<tail>=[\\w-]{2,4})+$' },
    ],
  },
  'pairs by a pattern': {
    type: 'object',
    patternProperties: { '^[a-z]+-[0-9]$': { type: 'number', multipleOf: 0.5, exclusiveMinimum: 1 } },
    additionalProperties: false,
  },
  'a tree': {
    $ref: '#/definitions/node',
    definitions: {
      node: {
        type: 'object',
        required: ['label'],
        properties: { label: { type: 'string', minLength: 5 }, below: { type: 'array', items: { $ref: '#/definitions/node' } } },
      },
    },
  },
  'all of several': {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'string', format: 'date' } } },
      { required: ['b'], properties: { b: { enum: ['x'] } } },
    ],
  },
};

describe('a sample of a JSON Schema', () => {
  it.each(Object.entries(rules))('%s is one that the schema takes', (_, rule) => {
    expect(makeAjv().validate(rule, sampleJson(rule))).toBe(true);
  });

  it('is nothing where nothing likely fits, and ends where a shape has to hold itself', () => {
    expect(sampleJson({ type: 'string', pattern: '^(?=b)(?!b).*$' })).toBeUndefined();
    expect(
      sampleJson({ $ref: '#/definitions/d', definitions: { d: { type: 'object', required: ['d'], properties: { d: { $ref: '#/definitions/d' } } } } }),
    ).toBeUndefined();
  });
});
