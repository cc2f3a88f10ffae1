/** From the rows of the page to all that match: shown once the page is ticked whole. */
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';
import { type ListSelection, mostSelected } from './use-selection.ts';

/** The smaller step that is offered where more match. */
const some = 1_000;

interface Props {
  selection: ListSelection;
  /** ids of the page's rows */
  page: string[];
  total: number;
  isEstimated: boolean;
}

export function SelectionBar({ selection, page, total, isEstimated }: Props) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { isWhole, first, count, shown, isOrdered, takeWhole, clear } = selection;
  const isPage = page.length > 0 && page.every((id) => shown.includes(id));
  if (!isWhole && !(isPage && total > page.length)) return null;
  const figure = (value: number) => value.toLocaleString(language[lang].html);
  return (
    <p className="selection-bar" role="status">
      {isWhole
        ? translate(first === undefined ? 'bulk.select.whole' : 'bulk.select.part', { count: figure(count) })
        : translate('bulk.select.page', { smart_count: page.length })}{' '}
      {!isWhole && total <= mostSelected && (
        <button type="button" className="link" onClick={() => takeWhole()}>
          {translate(isEstimated ? 'bulk.select.about' : 'bulk.select.all', { count: figure(total) })}
        </button>
      )}{' '}
      {isOrdered && total > some && first === undefined && (
        <button type="button" className="link" onClick={() => takeWhole(some)}>
          {translate('bulk.select.first', { count: figure(some) })}
        </button>
      )}{' '}
      {isWhole && (
        <button type="button" className="link" onClick={clear}>
          {translate('bulk.select.none')}
        </button>
      )}
    </p>
  );
}
