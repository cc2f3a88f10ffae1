/** The one way our Ajv is made: draft-07, strict, the formats of ajv-formats with ours over them, our keywords known. Loaded only where something is compiled. */

import { _, Ajv, type Code, type CodeKeywordDefinition, type Name, type Options, type Vocabulary } from 'ajv';
import { useFunc as functionIn } from 'ajv/dist/compile/util.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import nextVocabulary from 'ajv/dist/vocabularies/next.js';
import { hints } from '../load/dialect.ts';
import { formats } from './standard-formats.ts';

/** Strict mode stays on; union types are ours (a number or null), and `required` may name a field of an outer schema in a condition. */
export function makeAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    // Schemas from elsewhere name a field and a pattern that fits it.
    allowMatchingProperties: true,
    // minContains and its like are 2019-09's, as are dependentRequired and dependentSchemas below.
    next: true,
    allErrors: true,
    messages: false,
    ...options,
  });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  for (const keyword of [multipleOf, mostCharacters, leastCharacters]) ajv.removeKeyword(String(keyword.keyword)).addKeyword(keyword);
  // CommonJS: the list itself under bundlers, an object with `default` under Node.
  ajv.addVocabulary(Array.isArray(nextVocabulary) ? nextVocabulary : (nextVocabulary as { default: Vocabulary }).default);
  ajv.addVocabulary(hints);
  return ajv;
}

/**
 * Ajv divides and compares with a fixed tolerance, which refuses one amount in ten above a million (1234567.89 / 0.01 is off by 1e-8).
 * Decimal steps are asked in decimals instead: a number has at most n of them exactly when writing it with n and reading it back gives it again.
 */
const multipleOf: CodeKeywordDefinition = {
  keyword: 'multipleOf',
  type: 'number',
  schemaType: 'number',
  error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
  code(cxt) {
    const { data } = cxt;
    const step = Number(cxt.schema);
    const decimals = Math.round(-Math.log10(step));
    if (Number.isInteger(step)) cxt.fail(_`${data} % ${step} !== 0`);
    else if (step === Number(`1e-${decimals}`)) cxt.fail(_`Number(${data}.toFixed(${decimals})) !== ${data}`);
    else cxt.fail(_`Math.abs(Math.round(${data} / ${step}) - ${data} / ${step}) > 1e-9 * Math.max(1, Math.abs(${data} / ${step}))`);
  },
};

/** Ajv counts the characters of every text. They are never more than its UTF-16 units and never fewer than half of them, so that few have to be counted. */
const mostCharacters = characters('maxLength', (data, limit, count) => _`${data}.length > ${limit} && ${count} > ${limit}`);
const leastCharacters = characters('minLength', (data, limit, count) => _`${data}.length < ${2 * limit} && ${count} < ${limit}`);

function characters(keyword: string, isWrong: (data: Name, limit: number, count: Code) => Code): CodeKeywordDefinition {
  // CommonJS, as above.
  const counting = typeof ucs2length === 'function' ? ucs2length : (ucs2length as { default: typeof ucs2length }).default;
  return {
    keyword,
    type: 'string',
    schemaType: 'number',
    error: { message: 'must have another length', params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    code(cxt) {
      cxt.fail(isWrong(cxt.data, Number(cxt.schema), _`${functionIn(cxt.gen, counting)}(${cxt.data})`));
    },
  };
}
