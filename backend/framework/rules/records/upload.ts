/**
 * What may be uploaded (V18, V19, V22, V43): names, sizes, counts and kinds, the same on the server and as the early warning of the
 * form. The numbers themselves stand in the schemas' `x-file`. Pure.
 */

import type { FieldModel, FileRule, ObjectModel } from '#codegen/model.ts';
import { madeOnce } from '#rules/values/made-once.ts';
import type { Problem } from '#rules/words/problem.ts';

/** B12: characters of a file's name once it is URI-encoded. */
export const longestName = 255;
/** Files of one call; a field takes fewer. */
export const mostFiles = 20;
/** What `ac` of the upload call may say. */
export const uploadActions = ['add', 'replace', 'remove'] as const;
export type UploadAction = (typeof uploadActions)[number];

/** WebVTT: UTF-8 text that a player shows over a film; never markup, however it is called. */
export const subtitleType = 'text/vtt';

/** kind of `x-file` → media type → extensions; the first is the stored one. */
const kinds: Record<string, Record<string, readonly string[]>> = {
  image: { 'image/jpeg': ['jpg', 'jpeg', 'jfif'], 'image/png': ['png'], 'image/webp': ['webp'], 'image/gif': ['gif'], 'image/avif': ['avif'] },
  pdf: { 'application/pdf': ['pdf'] },
  subtitle: { [subtitleType]: ['vtt'] },
  video: { 'video/mp4': ['mp4', 'm4v'], 'video/webm': ['webm'], 'video/quicktime': ['mov'] },
  document: {
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
    'application/vnd.oasis.opendocument.text': ['odt'],
    'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
    'application/vnd.oasis.opendocument.presentation': ['odp'],
    'application/msword': ['doc'],
    'application/vnd.ms-excel': ['xls'],
    'application/vnd.ms-powerpoint': ['ppt'],
    'application/rtf': ['rtf'],
    'text/plain': ['txt'],
    'text/csv': ['csv'],
  },
};

/** Names of groups of media types that x-file may say beside a media type itself. */
export const fileKindNames: readonly string[] = Object.keys(kinds);

const extensions: Record<string, readonly string[]> = Object.assign({}, ...Object.values(kinds));
/** Re-encoded on the way in, with thumbnails on the way out. */
const rasterTypes = new Set(Object.keys(kinds.image ?? {}));
/** Shown by the browser under its own address; everything else is handed over as a file to keep. */
const shownTypes = new Set([...rasterTypes, ...Object.keys(kinds.video ?? {})]);

/** Never stored, even where a schema asks for it: what a browser or a computer could run. */
export const dangerous =
  /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|(?:application|text)\/(?:xml|x?javascript|ecmascript)|application\/x-(?:msdownload|elf|mach-binary|sh|shockwave-flash|ms-shortcut|msi|httpd-php)|application\/(?:java-archive|wasm|vnd\.microsoft\.portable-executable))$/;

/** Media types that a rule takes; a kind that is no group's name is a media type itself. */
export function typesOf(rule: Pick<FileRule, 'kinds'>): ReadonlySet<string> {
  return new Set(rule.kinds.flatMap((kind) => (kinds[kind] ? Object.keys(kinds[kind]) : [kind])).filter((type) => !dangerous.test(type)));
}

/** The extension that a stored file of this type gets; undefined for a type that is never stored. */
export function extensionOf(type: string): string | undefined {
  return extensions[type]?.[0];
}

/** The type that a name's extension promises; undefined where it promises none that is ever stored. */
export function typeByName(name: string): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.keys(extensions).find((type) => extensions[type]?.includes(extension));
}

export const isRaster = (type: string): boolean => rasterTypes.has(type);
export const isShown = (type: string): boolean => shownTypes.has(type);

/** A file input's `accept`. */
export function acceptOf(rule: Pick<FileRule, 'kinds'>): string {
  return [...typesOf(rule)].flatMap((type) => [type, ...(extensions[type] ?? []).map((extension) => `.${extension}`)]).join(',');
}

export interface OfferedFile {
  name: string;
  /** bytes */
  size: number;
}

/**
 * What is wrong with files before they are sent, or before they are looked into: V43 for the list and the names, V18 for the count, V19 and V22 for sizes,
 * kinds by extension. `existing` files are in the field already. Problems have no path: they name the file.
 */
export function checkUpload(files: unknown, rule: FileRule, existing = 0): Problem[] {
  if (!isFileList(files)) return [{ path: '', code: 'file.format' }];
  if (files.length === 0) return [{ path: '', code: 'file.none' }];
  const problems = [...files].flatMap((file) => checkFile(file, rule));
  if (existing + files.length > rule.maxCount) problems.push({ path: '', code: 'file.count', values: { limit: rule.maxCount } });
  return problems;
}

function checkFile({ name, size }: OfferedFile, rule: FileRule): Problem[] {
  const fault = nameFault(name);
  if (fault) return [fault];
  if (size > rule.maxSize) return [{ path: '', code: 'file.size', values: { name, limit: sizeText(rule.maxSize) } }];
  return promisesOther(name, rule) ? [{ path: '', code: 'file.kind', values: { name } }] : [];
}

/** A name with an extension of none of the rule's kinds; one without an extension is decided by what the file holds. */
function promisesOther(name: string, rule: FileRule): boolean {
  const type = typeByName(name);
  const types = typesOf(rule);
  if (type !== undefined) return !types.has(type);
  // Of media types that a schema names itself the extensions are not known here.
  return /\.[^.\s]{1,8}$/.test(name) && [...types].every((known) => extensions[known] !== undefined);
}

/** The name alone: a file's name is never a path, with slashes of either kind. */
export function baseName(name: string): string {
  return name.trim().split(/[\\/]/).at(-1)?.trim() ?? '';
}

/** A name without the marks that turn its letters round, by which 'gpj.exe' is read as 'exe.jpg': as it is saved under elsewhere; 'file' where it is nothing else. */
export function withoutTurns(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim() || 'file';
}

/** V43: 'Filename too long', or a name that no address can carry. */
export function nameFault(name: string): Problem | undefined {
  const encoded = encodedName(name);
  if (encoded === undefined || name.trim() === '' || /\p{Cc}/u.test(name)) return { path: '', code: 'file.format' };
  return encoded.length > longestName ? { path: '', code: 'file.name', values: { name } } : undefined;
}

function encodedName(name: string): string | undefined {
  try {
    return encodeURIComponent(name);
  } catch {
    return undefined; // half a surrogate pair
  }
}

function isFileList(value: unknown): value is ArrayLike<OfferedFile> & Iterable<OfferedFile> {
  if (typeof value !== 'object' || value === null || !('length' in value) || !(Symbol.iterator in value)) return false;
  return [...(value as Iterable<unknown>)].every(
    (file) => typeof file === 'object' && file !== null && 'name' in file && typeof file.name === 'string' && 'size' in file && typeof file.size === 'number',
  );
}

/** '2 GB', '1.5 MB', '340 KB' */
export function sizeText(bytes: number): string {
  const [value, unit] =
    bytes >= 1_073_741_824
      ? [bytes / 1_073_741_824, 'GB']
      : bytes >= 1_048_576
        ? [bytes / 1_048_576, 'MB']
        : bytes >= 1_024
          ? [bytes / 1_024, 'KB']
          : [bytes, 'B'];
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`;
}

const stored = /^[a-z2-7]{26}\.[a-z0-9]{2,5}$/;
const storedLink = /^\/get\/files\/([a-z2-7]{26}\.[a-z0-9]{2,5})(?:\?w=\d+)?$/;

/** Whether a name is one that the server makes: 26 letters and digits of chance, a dot, an extension. */
export function isStoredName(name: string): boolean {
  return stored.test(name);
}

export function linkOf(name: string): string {
  return `/get/files/${name}`;
}

/** The stored name in a link of ours; undefined for any other link. */
export function nameInLink(link: unknown): string | undefined {
  return typeof link === 'string' ? storedLink.exec(link)?.[1] : undefined;
}

/** Widths in pixels that a thumbnail is made in. */
export const thumbWidths = [160, 320, 640, 960, 1280] as const;

/** The address of a picture that is at least `width` wide; other files and other sites' links as they are. */
export function thumbLink(link: string, width: (typeof thumbWidths)[number]): string {
  const name = nameInLink(link);
  return name && isRaster(typeByName(name) ?? '') ? `${linkOf(name)}?w=${width}` : link;
}

/** A field of files with the names that lead to it: ['contract', 'attachment']. */
export interface FileField {
  path: string[];
  field: FieldModel;
  rule: FileRule;
}

/** Every field of files of an object, at any depth. */
export const fileFieldsOf = madeOnce((model: ObjectModel) => walk(model.fields, []));

function walk(fields: readonly FieldModel[], above: string[]): FileField[] {
  return fields.flatMap((field) => {
    const path = [...above, field.name];
    if (field.file) return [{ path, field, rule: field.file }];
    return field.fields ? walk(field.fields, path) : [];
  });
}
