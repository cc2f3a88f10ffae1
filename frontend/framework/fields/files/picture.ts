/** Files as a field of them has them: their names, their links, and which of them is a picture. Pure. */
import type { JsonValue } from '#codegen/model.ts';
import { safeLink } from '../show.ts';

/** The link of the first picture among a field's files; undefined where there is none. */
export function pictureOf(value: JsonValue | undefined): string | undefined {
  const files = Array.isArray(value) ? value.map(readFile) : [];
  return files.map((file) => file.link).find((link) => link && /\.(?:jpe?g|png|webp|gif|avif)$/i.test(link));
}

export function readFile(value: JsonValue): { link?: string; name: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { name: String(value) };
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  const link = safeLink(text('link') || text('filepath'));
  return { ...(link ? { link } : {}), name: text('name') || text('fileName') || text('desc') };
}
