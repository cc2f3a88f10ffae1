/** What a card shows of a view: how many, the first of them, a figure, or bars. Each asks by itself, with the rights of who looks. */

import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath, listPath } from '#client/paths.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row, ViewSettings } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showSum } from '#fields/number/decimal.ts';
import { isBlank, showOption } from '#fields/show.ts';
import type { CardBody as Body } from '#rules/card.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import { fieldsAlong } from '#rules/queries/filter.ts';
import { rootOf, stepOf } from '#rules/records/field-path.ts';
import { titleFields, titleOf, valueAt } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { CardPlot } from './CardPlot.tsx';
import { Gone, State } from './CardState.tsx';

const shownRows = 5;

interface Props<Kind> {
  card: Extract<Body, { kind: Kind }>;
  model: ObjectModel;
  settings: ViewSettings;
  /** what the card is called */
  title: string;
}

export function CardBody(props: { card: Exclude<Body, { kind: 'part' }>; model: ObjectModel; settings: ViewSettings; title: string }) {
  const { card } = props;
  if (card.kind === 'count') return <Count {...props} card={card} />;
  if (card.kind === 'list') return <Rows {...props} card={card} />;
  if (card.kind === 'figure') return <FigureOf {...props} card={card} />;
  return <CardPlot model={props.model} settings={props.settings} path={card.field} sum={card.sum} title={props.title} />;
}

/** The list that the card is about. */
function addressOf({ card, model, settings }: Pick<Props<'count' | 'list'>, 'card' | 'model' | 'settings'>): string {
  return `${listPath(model)}?${createSearchParams(card.view ? { view: card.view } : { filter: JSON.stringify(settings.filter) })}`;
}

function useRows({ model, settings }: Pick<Props<'count'>, 'model' | 'settings'>, perPage: number, fields: string[]) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const sort = settings.sort ?? model.list.sort;
  return useQuery({
    queryKey: [model.name, 'card', settings.filter, sort, perPage, fields],
    queryFn: () => provider.getList(model.name, { filter: settings.filter, sort, pagination: { page: 1, perPage }, meta: { fields } }),
  });
}

function Count(props: Props<'count'>) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { data, error } = useRows(props, 1, [props.model.entity.key]);
  if (!data) return <State error={error} />;
  const number = new Intl.NumberFormat(language[lang].times).format(data.total ?? 0);
  return (
    <p className="home-figure num">
      <Link to={addressOf(props)}>{data.meta.estimated ? translate('home.about', { total: number }) : number}</Link>
    </p>
  );
}

function Rows(props: Props<'list'>) {
  const { model, settings } = props;
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const titles = titleFields(model);
  const paths = (settings.columns.length ? settings.columns.map(({ path }) => path) : model.list.columns).filter((path) => !titles.map(stepOf).includes(path));
  const columns = paths.flatMap((path) => {
    const field = fieldsAlong(model.fields, path)?.at(-1);
    return field && path !== model.entity.key ? [{ path, field }] : [];
  });
  const shown = columns.slice(0, 2);
  const names = [...new Set([model.entity.key, ...titles, ...shown.map(({ path }) => rootOf(path))])];
  const { data, error } = useRows(
    props,
    shownRows,
    names.filter((name) => model.fields.some((field) => field.name === name)),
  );
  if (!data) return <State error={error} />;
  if (!data.data.length) return <p className="soft">{translate('home.cards.empty')}</p>;
  return (
    <>
      <ul className="home-items">
        {data.data.map((row: Row) => {
          const id = String(row[model.entity.key]);
          return (
            <li key={id}>
              <Link to={editPath(model, id)}>{titleOf(row, model, lang) || id}</Link>
              <div className="soft home-meta home-values">
                {shown.map(({ path, field }) => {
                  const { Cell } = faces[field.kind];
                  const value = valueAt(row, path);
                  return isBlank(field, value) || value === undefined ? null : (
                    <span key={path}>
                      {text(field.label)}{' '}
                      <span lang={field.lang}>
                        <Cell field={field} value={value} row={row} lang={lang} plain />
                      </span>
                    </span>
                  );
                })}
              </div>
            </li>
          );
        })}
      </ul>
      <p className="home-meta">
        <Link to={addressOf({ card: { ...props.card, kind: 'list' }, model, settings })}>{translate('home.cards.all', { title: props.title })}</Link>
      </p>
    </>
  );
}

function FigureOf({ card, model, settings }: Props<'figure'>) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const { lang } = useLanguage();
  const field = model.fields.find(({ name }) => name === card.field);
  const { data, error } = useQuery({
    queryKey: [model.name, 'figures', [card.field], settings.filter],
    queryFn: () => provider.figures(model.name, settings.filter, [card.field]),
    enabled: field !== undefined && hasFigures(field),
  });
  if (!field || !hasFigures(field)) return <Gone />;
  if (!data) return <State error={error} />;
  const held = data.find(({ fields }) => fields.includes(card.field));
  const by = model.fields.find(({ name }) => name === held?.by[0]);
  return (
    <div className="home-figure num">
      {!held?.groups.length && '–'}
      {held?.groups.map(({ values, figures }) => {
        const value = figures[card.field]?.[card.of];
        return (
          <div key={String(values[0])}>
            {by && <span className="soft">{showOption(by, values[0] ?? '', lang)} </span>}
            {value === undefined || value === null ? '–' : showSum(field, String(value), by ? { [by.name]: values[0] ?? null } : {})}
          </div>
        );
      })}
    </div>
  );
}
