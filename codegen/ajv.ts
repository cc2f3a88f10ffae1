/** The one way our Ajv is made: draft-07, strict, our formats and keywords known. Loaded only where something is compiled. */
import { Ajv, type Options } from 'ajv';
import { formats } from './formats.ts';
import meta from './meta.json' with { type: 'json' };

/** Every x- keyword that meta.json describes. */
export const hints: string[] = Object.keys(meta.definitions.node.properties).filter((key) => key.startsWith('x-'));

/** Strict mode stays on; union types are ours (a number or null), and `required` may name a field of an outer schema in a condition. */
export function makeAjv(options: Options = {}): Ajv {
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    allowUnionTypes: true,
    allErrors: true,
    multipleOfPrecision: 9,
    messages: false,
    ...options,
  });
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  ajv.addVocabulary(hints);
  return ajv;
}
