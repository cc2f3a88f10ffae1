/** What kind of field a schema node is, and its options (docs/schema-reference.md, Kinds). Pure. */
import { kindDeclared } from '#kinds/schemas.ts';
import type { CodeList } from '../load/load.ts';
import type { FieldKind, JsonSchema, Option } from '../model.ts';
import { asObject, asString, dereferenced, objects, typeOf, valuesOf } from '../schema-node.ts';
import type { Place, Texts } from './describe-texts.ts';

export function kindOf(node: JsonSchema, root: JsonSchema): FieldKind {
  const items = asObject(node.items);
  return kindDeclared({ node, type: typeOf(node), items: items && dereferenced(items, root)?.node });
}

export function optionsOf(node: JsonSchema, list: CodeList | undefined, place: Place, texts: Texts): Option[] {
  const declared = new Map(objects(node.oneOf).map((option) => [option.const, option]));
  const codes = new Map((list?.codes ?? []).map((code) => [code.code, code]));
  return valuesOf(node).map((value) => {
    const one = declared.get(value);
    const code = typeof value === 'boolean' ? undefined : codes.get(value);
    const option: Option = { value, label: texts.option(value, place, asString(one?.title), list) };
    if (code?.version !== undefined) option.version = code.version;
    for (const name of ['from', 'to'] as const) if (code?.[name] !== undefined) option[name] = code[name];
    if (code?.deprecated || one?.deprecated === true) option.deprecated = true;
    const color = code?.color ?? asString(one?.['x-color']);
    if (color !== undefined) option.color = color;
    return option;
  });
}
