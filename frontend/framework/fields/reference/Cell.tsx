import { Link } from 'react-router';
import { useEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useTitle } from '#client/titles.ts';
import type { CellProps } from '../cell.ts';
import { Peek } from './Peek.tsx';

/** The referenced row's title, a link where the role may open that object. */
export function Cell({ field, value, plain = false }: CellProps) {
  return <ReferenceTitle to={field.relation?.to} id={String(value)} plain={plain} />;
}

/** `plain` where a link would stand inside a button or a link. */
export function ReferenceTitle({ to, id, plain = false }: { to: string | undefined; id: string; plain?: boolean }) {
  const title = useTitle(to, id);
  const entry = useEntry(to);
  if (title === undefined) return <span className="cell-wait" />;
  if (!entry || plain) return title;
  return (
    <Peek to={to} id={id}>
      <Link to={editPath(entry.model, id)}>{title}</Link>
    </Peek>
  );
}
