import type { CellProps } from '../cell.ts';
import { safeLink } from '../show.ts';

/** One line; addresses can be followed. */
export function Cell({ field, value, plain = false }: CellProps) {
  const text = String(value);
  if (plain) return text;
  if (field.format === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  const link = field.format === 'uri' || field.format === 'uri-reference' || field.display === 'link' ? safeLink(text) : undefined;
  if (!link) return text;
  return (
    <a href={link} target="_blank" rel="noreferrer">
      {text.replace(/^https?:\/\//, '')}
    </a>
  );
}
