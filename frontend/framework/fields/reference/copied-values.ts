/** Copies values of a chosen row to the fields beside the reference (x-relation's `copies`), again when a field on its path changes. */
import { useMemo } from 'react';
import { dataProvider } from '#client/providers/data.ts';
import type { FieldModel, JsonValue, ObjectModel, Row } from '#codegen/model.ts';
import { copiedValue, copiesThrough } from '#rules/records/copies.ts';
import { isObject } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { type FormFacts, useFormFacts } from '../contract/form-facts.ts';
import { type Path, valueIn } from '../contract/path.ts';

/** The values that `source` copies to the object around the reference; empty where it has none. */
export function copiedValues(source: Row, copies: Record<string, string>, scope: Row): Row {
  const values = Object.entries(copies).map(([own, from]) => [own, copiedValue(source, from, scope) ?? (typeof scope[own] === 'string' ? '' : null)]);
  return Object.fromEntries(values);
}

/** The object around the field at `path`. */
export function scopeOf(facts: FormFacts, path: Path): Row {
  const scope = valueIn(facts.row(), path.slice(0, -1));
  return isObject(scope) ? scope : {};
}

/** To be called when the field has a new value; undefined where nothing hangs on it. `dotted` is the field's path in the model. */
export function useCopiedValues(dotted: string): ((path: Path, value: JsonValue) => void) | undefined {
  const facts = useFormFacts();
  const sources = useMemo(() => sourcesOf(facts.model, dotted), [facts.model, dotted]);
  if (!sources.length) return undefined;
  return (path, value) => {
    const scope = { ...scopeOf(facts, path), [String(path.at(-1))]: value };
    for (const { reference, copies } of sources) {
      const id = scope[reference.name];
      if (typeof id !== 'string' || !id) continue;
      void rowOf(reference.relation?.to ?? '', id).then((source) => {
        if (source && scopeOf(facts, path)[reference.name] === id) facts.change(path.slice(0, -1), copiedValues(source, copies, scope));
      });
    }
  };
}

/** A referenced row, undefined where it may not be read: then nothing is copied. */
export async function rowOf(object: string, id: string): Promise<Row | undefined> {
  return dataProvider.getOne(object, { id }).then(
    ({ data }) => data,
    () => undefined,
  );
}

/** References beside the field whose copies go by it. */
function sourcesOf(model: ObjectModel, dotted: string): { reference: FieldModel; copies: Record<string, string> }[] {
  const names = dotted.split('.');
  const name = names.pop() ?? '';
  const siblings = names.length ? (fieldAt(model.fields, names.join('/'))?.fields ?? []) : model.fields;
  return siblings.flatMap((reference) => {
    const copies = copiesThrough(reference.relation?.copies ?? {}, name);
    return Object.keys(copies).length ? [{ reference, copies }] : [];
  });
}
