/**
 * Every format that a validator knows: those of ajv-formats first, ours over them. Ours differ from the standard's where a name is the same: a stored
 * date-time is `YYYY-MM-DD hh:mm:ss`, `javascript:` is no uri, a year is one that a column holds (decision 037). Pure.
 */
// the table alone: the package's index brings Ajv's code generator along, and this is bundled into validators of the browser
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { formats as ours } from './formats.ts';

type Check = (value: string) => boolean;

/** Taken as they are. Each lets only ASCII through, so that no text passes which a column cannot hold. */
export const standardNames = ['byte', 'duration', 'hostname', 'ipv4', 'ipv6', 'uuid'] as const;

const standard = Object.fromEntries(standardNames.map((name) => [name, orEmpty(fullFormats[name])]));

export const formats: Record<string, Check> = { ...standard, ...ours };

/** '' is `required`'s matter, as with our own. */
function orEmpty(format: (typeof fullFormats)[(typeof standardNames)[number]]): Check {
  const check = format instanceof RegExp ? (value: string) => format.test(value) : (format as Check); // a format of this list is a pattern or a function of a text
  return (value) => value === '' || check(value);
}
