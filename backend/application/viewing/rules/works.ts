/** The works of a viewing page in the composer: what a page shows of each, and which materials each has (R35). Pure. */

import type { JsonValue, Lang, Row, Unchecked } from '#codegen/model.ts';
import type { Reads, ViewingPage } from '#generated/objects.ts';
import { isObject } from '#rules/records/record.ts';
import { inLang, languages } from '#rules/words/language.ts';
import type { ViewingMaterial, WorkKey } from '../visit-wire.ts';
import { entriesOf, materials, workKey } from './entries.ts';

export { materials } from './entries.ts';
export type Material = ViewingMaterial;
export type { WorkKey };

export type WorkObject = 'pitch' | 'film';

/** One entry of a page's `works`. */
export interface PageWork {
  key: WorkKey;
  /** '' for none */
  group: string;
  show: Material[];
}

/** The materials of a work, whatever a page shows of them. */
export interface WorkFacts {
  key: WorkKey;
  /** a pitch's or film's number */
  number: string;
  cname: string;
  ename: string;
  /** of a pitch: program and state; '' for a film */
  program: string;
  status: string;
  stills: number;
  /** address of the small picture, '' for none */
  still: string;
  /** the languages in which there is a synopsis */
  synopsis: Lang[];
  trailer: boolean;
  roughCut: boolean;
  proposal: number;
  videos: number;
  /** the languages in which there are subtitles */
  subtitles: Lang[];
}

/** Films have neither. */
const ofPitchesOnly: readonly Material[] = ['roughCut', 'proposal'];

/** The materials that a kind of work can have. */
export function materialsOf(object: WorkObject): Material[] {
  return materials.filter((material) => object === 'pitch' || !ofPitchesOnly.includes(material));
}

/** What a page shows of a work that was just added: everything, except files to download. */
export function usualShow(object: WorkObject): Material[] {
  return materialsOf(object).filter((material) => material !== 'proposal');
}

export function objectOf(key: WorkKey): WorkObject {
  return key.startsWith('film:') ? 'film' : 'pitch';
}

export function idOf(key: WorkKey): string {
  return key.slice(key.indexOf(':') + 1);
}

/** The works of a page's row, in order; the second of two equal ones is left out. */
export function worksOf(page: Unchecked<ViewingPage> | undefined): PageWork[] {
  const seen = new Set<string>();
  return entriesOf(page?.works).flatMap((entry) => {
    const key = workKey(entry);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, group: entry.group, show: [...entry.show] }];
  });
}

/** The reverse: works in the form of the record. */
export function storedWorks(works: readonly PageWork[]): Row[] {
  return works.map(({ key, group, show }) => ({ [objectOf(key)]: idOf(key), group, show: [...show] }));
}

/** Whether a work has what a page in the language would show. */
export function hasMaterial(facts: WorkFacts, material: Material, lang: Lang): boolean {
  if (material === 'stills') return facts.stills > 0;
  if (material === 'synopsis') return facts.synopsis.includes(lang);
  if (material === 'proposal') return facts.proposal > 0;
  if (material === 'video') return facts.videos > 0;
  return facts[material];
}

/** The fields of a pitch and of a film that `workFacts` reads. */
export const factFields = {
  pitch: [
    ...['cid', 'enrollid', 'cname', 'ename', 'attProgram', 'status', 'synopsis', 'logline'],
    ...['stills', 'trailer', 'roughCut', 'proposal', 'videos', 'subtitles'],
  ],
  film: ['fid', 'cname', 'ename', 'csynopsis', 'esynopsis', 'still', 'poster', 'trailer', 'videos', 'subtitles'],
} as const satisfies { [O in WorkObject]: readonly (keyof Reads[O])[] };

/** @param still makes the address of a picture's small version from its stored link */
export function workFacts(object: WorkObject, row: Row, still: (link: string) => string): WorkFacts {
  const isPitch = object === 'pitch';
  const pictures = listOf(isPitch ? row.stills : row.still).filter(isObject);
  const first = pictures[0] ?? listOf(row.poster).filter(isObject)[0];
  return {
    key: `${object}:${textOf(row.id)}`,
    number: textOf(isPitch ? row.enrollid : row.fid),
    cname: textOf(row.cname),
    ename: textOf(row.ename),
    program: textOf(row.attProgram),
    status: textOf(row.status),
    stills: pictures.length,
    still: first && textOf(first.link) ? still(textOf(first.link)) : '',
    synopsis: isPitch ? languagesOf(textOf(row.synopsis) || textOf(row.logline)) : filmSynopses(row),
    trailer: textOf(row.trailer) !== '',
    roughCut: isPitch && textOf(row.roughCut) !== '',
    proposal: isPitch ? listOf(row.proposal).length : 0,
    videos: listOf(row.videos).length,
    subtitles: subtitleLanguages(row.subtitles),
  };
}

/** A name in the language, or in the other where the first is empty. */
export function workName({ cname, ename }: Pick<WorkFacts, 'cname' | 'ename'>, lang: Lang): string {
  return inLang({ tw: cname, en: ename }, lang) || '–';
}

function filmSynopses(row: Row): Lang[] {
  return [...(textOf(row.csynopsis).trim() ? ['tw' as const] : []), ...(textOf(row.esynopsis).trim() ? ['en' as const] : [])];
}

/** An applicant writes one synopsis, in either language or one below the other; its characters show the language. */
export function languagesOf(text: string): Lang[] {
  const chinese = (text.match(/\p{Script=Han}/gu) ?? []).length;
  const words = (text.match(/[A-Za-z]{2,}/g) ?? []).length;
  // A few names in the other script do not count as a text in it.
  return [...(chinese > 0 && chinese >= words / 3 ? ['tw' as const] : []), ...(words > 0 && words >= chinese / 6 ? ['en' as const] : [])];
}

/** 'river.en.vtt' is English. */
function subtitleLanguages(value: JsonValue | undefined): Lang[] {
  const names = listOf(value).flatMap((entry) => (isObject(entry) ? [textOf(entry.fileName) || textOf(entry.name)] : []));
  return languages.filter((lang) => names.some((name) => name.toLowerCase().endsWith(`.${lang}.vtt`)));
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
