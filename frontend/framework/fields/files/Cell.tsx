import type { JsonValue } from '#codegen/model.ts';
import { thumbLink } from '#rules/records/upload.ts';
import type { CellProps } from '../cell.ts';
import { safeLink } from '../show.ts';

/** A small picture of the first image, and how many files there are. */
export function Cell({ value }: CellProps) {
  const files = Array.isArray(value) ? value.map(readFile) : [];
  const picture = files.map((file) => file.link).find((link) => link && /\.(?:jpe?g|png|webp|gif|avif)$/i.test(link));
  const [first] = files;
  return (
    <span className="cell-files">
      {picture && <img src={thumbLink(picture, 160)} alt="" loading="lazy" />}
      <span>{files.length > 1 || !first?.name ? files.length : first.name}</span>
    </span>
  );
}

function readFile(value: JsonValue): { link?: string; name: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { name: String(value) };
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : '');
  const link = safeLink(text('link') || text('filepath'));
  return { ...(link ? { link } : {}), name: text('name') || text('fileName') || text('desc') };
}
