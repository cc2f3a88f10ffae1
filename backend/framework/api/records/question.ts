/** What an address asks for beside its path. */
import type { Request } from 'express';
import { Refusal } from '#rules/words/problem.ts';

/** Those that are given and not empty. */
export function textsOf<Name extends string>({ query }: Request, names: readonly Name[]): { [N in Name]?: string } {
  const given = names.flatMap((name) => (typeof query[name] === 'string' && query[name] ? [[name, query[name]]] : []));
  return Object.fromEntries(given) as { [N in Name]?: string }; // of these names
}

/** Those that are given, whole. @throws Refusal msg.badrequest */
export function numbersOf<Name extends string>({ query }: Request, names: readonly Name[]): { [N in Name]?: number } {
  const given = names.filter((name) => query[name] !== undefined).map((name) => [name, Number(query[name])] as const);
  for (const [name, value] of given) if (!Number.isSafeInteger(value)) throw new Refusal('msg.badrequest', { values: { field: name } });
  return Object.fromEntries(given) as { [N in Name]?: number }; // of these names
}
