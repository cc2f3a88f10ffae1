import { thumbLink } from '#rules/records/upload.ts';
import type { CellProps } from '../cell.ts';
import { pictureOf, readFile } from './picture.ts';

/** A small picture of the first image, and how many files there are. */
export function Cell({ value }: CellProps) {
  const files = Array.isArray(value) ? value.map(readFile) : [];
  const picture = pictureOf(value);
  const [first] = files;
  return (
    <span className="cell-files">
      {picture && <img src={thumbLink(picture, 160)} alt="" loading="lazy" />}
      <span>{files.length > 1 || !first?.name ? files.length : first.name}</span>
    </span>
  );
}
