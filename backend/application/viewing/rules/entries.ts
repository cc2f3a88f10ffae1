/** Entries of a viewing page's list of works. Pure. */
import type { JsonValue, Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import type { ViewingMaterial, WorkKey } from '../visit-wire.ts';

export const materials: readonly ViewingMaterial[] = ['stills', 'synopsis', 'trailer', 'roughCut', 'proposal', 'video'];

export interface WorkEntry {
  object: 'pitch' | 'film';
  id: string;
  group: string;
  show: ReadonlySet<ViewingMaterial>;
}

/** The work of an entry; undefined where it names neither kind, or both. */
export function workOf(entry: Row): Pick<WorkEntry, 'object' | 'id'> | undefined {
  const [pitch, film] = [textOf(entry.pitch), textOf(entry.film)];
  if ((pitch === '') === (film === '')) return undefined;
  return pitch === '' ? { object: 'film', id: film } : { object: 'pitch', id: pitch };
}

/** The page's works in order; invalid entries are left out. */
export function entriesOf(works: JsonValue | undefined): WorkEntry[] {
  return (Array.isArray(works) ? works : []).filter(isObject).flatMap((entry) => {
    const work = workOf(entry);
    const shown = Array.isArray(entry.show) ? entry.show : [];
    return work ? [{ ...work, group: textOf(entry.group).trim(), show: new Set(materials.filter((material) => shown.includes(material))) }] : [];
  });
}

/** 'pitch:{id}', 'film:{id}' */
export function workKey({ object, id }: Pick<WorkEntry, 'object' | 'id'>): WorkKey {
  return `${object}:${id}`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
