/** Schema files that ask for much, as texts and objects. */

export interface Knotted {
  title: string;
  definitions: Record<string, { properties: Record<string, object> }>;
  properties: Record<string, object>;
}

/** `count` definitions, each of which names all the others: written out they would never end. 61 of them are some 120 kB. */
export function knotted(count: number): Knotted {
  const all = Array.from({ length: count }, (_, at) => at);
  const refs = (own?: number) => Object.fromEntries(all.filter((at) => at !== own).map((at) => [`shape${at}`, { $ref: `#/definitions/d${at}` }]));
  return {
    title: 'Knotted',
    definitions: Object.fromEntries(
      all.map((at) => [`d${at}`, { title: `Shape ${at}`, type: 'object', properties: { name: { type: 'string' }, ...refs(at) } }]),
    ),
    properties: { name: { type: 'string', maxLength: 40 }, ...refs() },
  };
}

/** An object inside an object and so on; JSON.stringify itself could not write it. */
export function deepFile(levels: number): string {
  return `{"title":"Deep","properties":${'{"a":{"type":"object","properties":'.repeat(levels)}{}${'}}'.repeat(levels)}}`;
}

export function manyFields(count: number): string {
  return JSON.stringify({
    title: 'Many',
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`field_${at}`, { type: 'string', maxLength: 10 }])),
  });
}

/** Every limit of files is respected, and each pattern is sound; but each takes a second or more to be found so. */
export function slowFile(patterns: number): string {
  const pattern = (at: number) => `^(\\d{1,${50 + at}}[a-f]{1,50}){1,9}y$`;
  const properties = Array.from({ length: patterns }, (_, at) => [`f${at}`, { type: 'string', maxLength: 40, pattern: pattern(at) }]);
  return JSON.stringify({ title: 'Slow', properties: Object.fromEntries(properties) });
}

/** Few enough fields as they stand, 290,000 once the small shape is written out at each of its places. */
export function wideFile(): string {
  const small = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`s${at}`, { type: 'boolean' }]));
  const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 800 }, (_, at) => [`w${at}`, { $ref: '#/definitions/small' }])) };
  return JSON.stringify({
    title: 'Wide',
    definitions: { small: { type: 'object', properties: small } },
    properties: Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`o${at}`, wide])),
  });
}
