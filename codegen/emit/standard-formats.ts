/**
 * Every format that a validator knows: those of ajv-formats first, ours over them. Ours differ from the standard's where a name is the same: a stored
 * date-time is `YYYY-MM-DD hh:mm:ss`, `javascript:` is no uri, a year is one that a column holds (decision 037). Pure.
 */
// the table alone: the package's index brings Ajv's code generator along, and this is bundled into validators of the browser
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as ours, text } from './formats.ts';

type Check = (value: string) => boolean;

/** Taken as they are. Each lets only ASCII through, so that no text passes which a column cannot hold. */
export const standardNames = ['byte', 'duration', 'hostname', 'ipv4', 'ipv6', 'uuid'] as const;

const standard = Object.fromEntries(standardNames.map((name) => [name, orEmpty(fullFormats[name])]));

/** Texts that the package checks and a column may still not hold (halves of pairs, NUL). */
const further = Object.fromEntries(
  (['uri-reference', 'uri-template', 'json-pointer', 'relative-json-pointer', 'regex'] as const).map((name) => [name, both(text, orEmpty(fullFormats[name]))]),
);

/** The standard's, where ours say something else under the same name: what a file of the standard's dialect means (codegen/load/dialect.ts). */
const dialect = {
  rfc3339: both(text, orEmpty(fullFormats['date-time'])),
  'rfc3339-time': both(text, orEmpty(fullFormats.time)),
  'any-uri': both(text, both(isHarmless, orEmpty(fullFormats.uri))),
};

/** What the package has not: wide, for names and addresses of any script. */
const wide = {
  iri: both(
    text,
    orEmpty((value) => isHarmless(value) && /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/.test(value)),
  ),
  'iri-reference': both(
    text,
    orEmpty((value) => isHarmless(value) && /^[^\s<>"{}|\\^`]*$/.test(value)),
  ),
  'idn-email': both(
    text,
    orEmpty((value) => /^[^\s@<>]{1,64}@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(value) && value.length <= 254),
  ),
  'idn-hostname': both(
    text,
    orEmpty(
      (value) =>
        value.length <= 253 &&
        /^[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(?:\.[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u.test(value),
    ),
  ),
  color: orEmpty(/^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,30}|(?:rgb|hsl)a?\([\d.,%\s/]{5,40}\))$/i),
};

export const formats: Record<string, Check> = { ...standard, ...further, ...dialect, ...wide, ...ours };

function both(one: Check, other: Check): Check {
  return (value) => one(value) && other(value);
}

/** No address that runs something where it is opened. */
function isHarmless(value: string): boolean {
  return !/^\s*(?:javascript|vbscript|data):/i.test(value);
}

/** '' is `required`'s matter, as with our own. */
function orEmpty(format: (typeof fullFormats)[keyof typeof fullFormats] | Check): Check {
  const made = typeof format === 'object' && 'validate' in format ? format.validate : format;
  const check = made instanceof RegExp ? (value: string) => made.test(value) : (made as Check); // a format of this list is a pattern or a function of a text
  return (value) => value === '' || check(value);
}
