import { Fragment } from 'react';
import type { CellProps } from '../cell.ts';
import { ReferenceTitle } from '../reference/Cell.tsx';

export function Cell({ field, value, plain = false }: CellProps) {
  const ids = Array.isArray(value) ? value.map(String) : [];
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && ', '}
      <ReferenceTitle to={field.relation?.to} id={id} plain={plain} />
    </Fragment>
  ));
}
