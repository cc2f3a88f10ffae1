/** The works of a page as it shows them: texts in its language, pictures with sizes, videos with subtitles, and the stored files that it may deliver. */

import { bothSides } from '#application/campaign/rules/two-sides.ts';
import type { JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { type FileRow, findFiles } from '#framework/data/system/files/files.ts';
import { type MadeVideo, madeOf } from '#framework/data/system/files/videos.ts';
import { isPublicFile } from '#framework/files/may-read-file.ts';
import { madeNames, posterName, sheetName, streamName } from '#framework/files/videos/made-names.ts';
import type { Tools } from '#framework/tools.ts';
import { isObject } from '#rules/records/record.ts';
import { linkOf, nameInLink } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import { isLang, language } from '#rules/words/language.ts';
import { rowsWithFields } from '../data/viewing.ts';
import { type WorkEntry, workKey } from '../rules/entries.ts';
import type { ShownPicture, ShownWork } from '../rules/shown.ts';
import { belongsTo, sourceOf, subtitleName } from '../rules/sources.ts';
import type { Subtitle, ViewingMaterial, ViewingVideo, WorkKey } from '../visit-wire.ts';
import type { ViewingPage } from './find-page.ts';

export interface ShownWorks {
  works: ShownWork[];
  /** stored names of files that the page may deliver */
  files: ReadonlySet<string>;
  /** those of works that are always watched with their viewer's mark */
  marked: ReadonlySet<string>;
}

const fieldsOf = {
  film: 'id cname ename director producer year minutes country genre clogline elogline csynopsis esynopsis trailer poster still videos subtitles watermark'.split(
    ' ',
  ),
  pitch:
    'id enrollid cname ename logline synopsis genre len stage pLocation trailer roughCut stills proposal director producer videos subtitles watermark'.split(
      ' ',
    ),
} as const;

/** Words that the page adds to names. */
export interface WorkWords {
  minutes: string;
  material: Record<'video' | 'trailer' | 'roughCut', string>;
  languages: Record<string, string>;
  subtitle: string;
}

/** @param fileAddress makes the address of a stored file that only this page delivers; `isMarked`: of a work that is always watched with the viewer's mark */
export async function readWorks(
  tools: Tools,
  page: ViewingPage,
  words: WorkWords,
  fileAddress: (name: string, isMarked: boolean) => string,
): Promise<ShownWorks> {
  const rows = new Map<WorkKey, Row>();
  for (const object of ['film', 'pitch'] as const) {
    const model = tools.registry.get(object)?.model;
    const ids = page.works.filter((entry) => entry.object === object).map(({ id }) => id);
    if (!model || tools.tables.blocked(object) !== undefined) continue;
    for (const row of await rowsWithFields(tools.db, model, ids, fieldsOf[object])) rows.set(workKey({ object, id: String(row.id) }), row);
  }
  const shown = page.works.flatMap((entry) => {
    const row = rows.get(workKey(entry));
    return row ? [{ entry, row }] : [];
  });
  const namesOf = (some: typeof shown): string[] =>
    some.flatMap(({ entry, row }) =>
      Object.values(filesOf(entry, row))
        .flat()
        .map(({ name }) => name),
    );
  const names = namesOf(shown);
  const videoNames = shown.flatMap(({ entry, row }) => filesOf(entry, row).videos.map(({ name }) => name));
  const made = await madeOf(tools.db, [...new Set(videoNames.map((name) => name.slice(0, 26)))]);
  const files = new Map((await findFiles(tools.db, [...new Set(names)])).map((file) => [file.name, file]));
  const withMade = (some: string[]): Set<string> =>
    new Set([...some, ...some.flatMap((name) => (made.has(name.slice(0, 26)) ? [streamName(name), ...madeNames(name)] : []))]);
  // A file that a marked work shares with another is sealed for both.
  const marked = withMade(namesOf(shown.filter(({ row }) => isMarked(row))));
  const present = presenter(tools, page, words, { files, made, fileAddress: (name) => fileAddress(name, marked.has(name)) });
  return { works: shown.map(({ entry, row }, index) => present(entry, row, index)), files: withMade(names), marked };
}

function isMarked(row: Row): boolean {
  return row.watermark === true;
}

interface Attached {
  name: string;
  fileName: string;
  size: number;
}

/** The stored files of the visible materials of a work; a film's poster is always visible. */
function filesOf({ object, show }: WorkEntry, row: Row): Record<'poster' | 'stills' | 'proposal' | 'videos' | 'subtitles', Attached[]> {
  const when = (material: ViewingMaterial, value: JsonValue | undefined): Attached[] => (show.has(material) ? attachedIn(value) : []);
  return {
    poster: object === 'film' ? attachedIn(row.poster) : [],
    stills: when('stills', object === 'film' ? row.still : row.stills),
    proposal: when('proposal', row.proposal),
    videos: when('video', row.videos),
    subtitles: when('video', row.subtitles),
  };
}

function attachedIn(value: JsonValue | undefined): Attached[] {
  return (Array.isArray(value) ? value : []).filter(isObject).flatMap((one) => {
    const name = nameInLink(one.link);
    return name ? [{ name, fileName: String(one.fileName ?? ''), size: Number(one.size ?? 0) }] : [];
  });
}

interface Stored {
  files: ReadonlyMap<string, FileRow>;
  /** of videos, by the 26 signs of their names */
  made: ReadonlyMap<string, MadeVideo>;
  fileAddress: (name: string) => string;
}

function presenter(tools: Tools, { lang, protect }: ViewingPage, words: WorkWords, { files, made, fileAddress }: Stored) {
  const picture = ({ name }: Attached): ShownPicture => {
    const file = files.get(name);
    const isPublic = file !== undefined && isPublicFile(tools, file);
    const base = isPublic ? linkOf(name) : fileAddress(name);
    const sized = (width: number): string => `${base}${base.includes('?') ? '&' : '?'}w=${width}`;
    const width = file?.width ?? 0;
    const steps = [320, 640, 1280].filter((one) => width === 0 || one < width * 1.5);
    const srcset = steps.map((one) => `${sized(one)} ${one}w`).join(', ');
    return { src: sized(640), srcset, whole: sized(1280), width, height: file?.height ?? 0, isPublic };
  };
  return (entry: WorkEntry, row: Row, index: number): ShownWork => {
    const { object, show } = entry;
    const own = filesOf(entry, row);
    const [ownTitle, otherTitle] = bothSides(lang, text(row.cname), text(row.ename));
    const title = ownTitle || otherTitle;
    const stills = own.stills.map(picture);
    const poster = own.poster[0] ? picture(own.poster[0]) : (stills[0] ?? own.videos.flatMap(({ name }) => frameOf(name, made, fileAddress))[0]);
    const synopsis = object === 'film' ? oneOf(row.csynopsis, row.esynopsis, lang) : text(row.synopsis);
    const [proposal] = own.proposal;
    const videos = [
      ...own.videos.map((file) => videoOf(file, own, words, { files, made, fileAddress })),
      ...linked('roughCut', show.has('roughCut') ? text(row.roughCut) : '', words),
      ...linked('trailer', show.has('trailer') ? text(row.trailer) : '', words),
    ];
    return {
      ...{ key: workKey(entry), anchor: `w${index + 1}`, group: entry.group, number: text(row.enrollid), title, poster, stills, videos },
      otherTitle: otherTitle === title ? '' : otherTitle,
      director: personIn(row.director, lang),
      producer: personIn(row.producer, lang),
      facts: factsOf(tools.registry.get(object)?.model, row, lang, words),
      logline: object === 'film' ? oneOf(row.clogline, row.elogline, lang) : text(row.logline),
      synopsis: show.has('synopsis') ? synopsis : '',
      bio: show.has('synopsis') && isObject(row.director) ? text(row.director.bio) : '',
      isPoster: own.poster.length > 0,
      ...{ protect: protect || isMarked(row), isMarked: isMarked(row) },
      proposal: proposal && { href: fileAddress(proposal.name), size: proposal.size },
    };
  };
}

/** The picture that was taken out of a video, for a work that has no other. */
function frameOf(name: string, made: Stored['made'], fileAddress: Stored['fileAddress']): ShownPicture[] {
  const one = made.get(name.slice(0, 26));
  const src = fileAddress(posterName(name));
  return one && one.poster > 0
    ? [{ src, srcset: `${src} ${Math.min(1_280, one.width)}w`, whole: src, width: one.width, height: one.height, isPublic: false }]
    : [];
}

function videoOf(
  { name, fileName }: Attached,
  { videos, subtitles }: Record<'videos' | 'subtitles', Attached[]>,
  words: WorkWords,
  { files, made, fileAddress }: Stored,
): ViewingVideo {
  const own = subtitles.filter((subtitle) => belongsTo(subtitle.fileName, fileName, videos.length));
  const labelled = own.map((subtitle): Subtitle => {
    const { lang } = subtitleName(subtitle.fileName);
    return {
      lang: isLang(lang) ? language[lang].html : lang || 'und',
      label: words.languages[lang] ?? (lang.toUpperCase() || words.subtitle),
      src: fileAddress(subtitle.name),
    };
  });
  const title = videos.length > 1 ? fileName.replace(/\.[^.]+$/, '') : words.material.video;
  const one = made.get(name.slice(0, 26));
  return {
    ...{ video: name, material: 'video', kind: 'file', src: fileAddress(name), type: files.get(name)?.type ?? '', host: '', title, subtitles: labelled },
    stream: one?.stream.length ? fileAddress(streamName(name)) : '',
    preview: one?.sprite && { src: fileAddress(sheetName(name)), ...one.sprite },
  };
}

function linked(material: 'trailer' | 'roughCut', link: string, words: WorkWords): ViewingVideo[] {
  const source = sourceOf(link);
  return source ? [{ video: link, material, title: words.material[material], subtitles: [], stream: '', preview: undefined, ...source }] : [];
}

/** One line about a work. */
function factsOf(model: ObjectModel | undefined, row: Row, lang: Lang, words: WorkWords): string[] {
  const label = (field: string): string[] => {
    const options = model?.fields.find(({ name }) => name === field)?.options ?? [];
    const values = Array.isArray(row[field]) ? row[field] : [row[field]];
    return values.flatMap((value) => options.find((option) => option.value === value)?.label[lang] ?? []);
  };
  const year = typeof row.year === 'number' && row.year > 0 ? [String(row.year)] : [];
  const minutes = typeof row.minutes === 'number' && row.minutes > 0 ? [fill(words.minutes, { n: row.minutes })] : [];
  const list = (values: string[]): string[] => (values.length ? [values.join(language[lang].list)] : []);
  return [...list(label('country')), ...list(label('pLocation')), ...year, ...minutes, ...label('len'), ...label('stage'), ...list(label('genre'))];
}

/** The people of a film are in one field, those of a pitch in several. Co-directors are included; no other fields of people are read. */
function personIn(value: JsonValue | undefined, lang: Lang): string {
  if (!isObject(value)) return text(value);
  const name = oneOf(value.cname, value.ename, lang);
  const others = Array.isArray(value.coDirectors) ? value.coDirectors.map(text).filter(Boolean) : [];
  return [name, ...others].filter(Boolean).join(language[lang].list);
}

function oneOf(chinese: JsonValue | undefined, english: JsonValue | undefined, lang: Lang): string {
  return bothSides(lang, text(chinese), text(english)).find(Boolean) ?? '';
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}
