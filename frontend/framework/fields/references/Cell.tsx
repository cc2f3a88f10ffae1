import { Fragment } from 'react';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';
import type { CellProps } from '../cell.ts';
import { ReferenceTitle } from '../reference/Cell.tsx';

export function Cell({ field, value, plain = false }: CellProps) {
  const { lang } = useLanguage();
  const ids = Array.isArray(value) ? value.map(String) : [];
  return ids.map((id, index) => (
    <Fragment key={id}>
      {index > 0 && language[lang].list}
      <ReferenceTitle to={field.relation?.to} id={id} plain={plain} />
    </Fragment>
  ));
}
