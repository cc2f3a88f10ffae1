/** What a card shows of a view: how many, the first of them, a figure, or bars. Each asks by itself, with the rights of who looks. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath, listPath } from '#client/paths.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { JsonValue, ObjectModel, Row, ViewSettings } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showSum } from '#fields/number/decimal.ts';
import { isBlank, showOption } from '#fields/show.ts';
import { type CardBody as Body, isByMonth, isPlottedBy, monthsBetween } from '#rules/card.ts';
import { hasFigures } from '#rules/records/figures.ts';
import { fieldsAlong } from '#rules/records/filter.ts';
import { titleFields, titleOf, valueAt } from '#rules/records/record.ts';
import { language } from '#rules/words/language.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import { Pending } from '../layout/Layout.tsx';

/** Rows of a list; months of a plot. */
const shownRows = 5;
const shownMonths = 24;

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
  return <Plot {...props} card={card} />;
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

function State({ error }: { error: Error | null }) {
  return error ? <p role="alert">{error.message}</p> : <Pending />;
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
  const paths = (settings.columns.length ? settings.columns.map(({ path }) => path) : model.list.columns).filter((path) => !titles.includes(path));
  const columns = paths.flatMap((path) => {
    const field = fieldsAlong(model.fields, path)?.at(-1);
    return field && path !== model.entity.key ? [{ path, field }] : [];
  });
  const shown = columns.slice(0, 2);
  const names = [...new Set([model.entity.key, ...titles, ...shown.map(({ path }) => path.split('.')[0] ?? path)])];
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
                      {text(field.label)} <Cell field={field} value={value} row={row} lang={lang} plain />
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

function Plot({ card, model, settings, title }: Props<'plot'>) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const field = model.fields.find(({ name }) => name === card.field);
  const { data, error } = useQuery({
    queryKey: [model.name, 'plot', card.field, settings.filter],
    queryFn: () => provider.groups(model.name, settings.filter, { path: card.field, ...(field && isByMonth(field) && { step: 'month' }) }, []),
    enabled: field !== undefined && isPlottedBy(field),
  });
  if (!field || !isPlottedBy(field)) return <Gone />;
  if (!data) return <State error={error} />;
  const format = new Intl.NumberFormat(language[lang].times);
  const bars = data.groups.flatMap(({ value, count }) =>
    isByMonth(field) ? (value ? [{ value: String(value).slice(0, 7), count }] : []) : [{ value, count }],
  );
  if (!bars.length) return <p className="soft">{translate('home.cards.empty')}</p>;
  const count = (value: JsonValue) => bars.find((bar) => bar.value === value)?.count ?? 0;
  // The latest month comes first.
  const values = isByMonth(field) ? monthsBetween(String(bars.at(-1)?.value), String(bars[0]?.value), shownMonths) : bars.map(({ value }) => value);
  const word = (value: JsonValue) => {
    if (isByMonth(field)) return String(value);
    if (typeof value === 'boolean') return translate(value ? 'ra.boolean.true' : 'ra.boolean.false');
    return isBlank(field, value) || value === null ? translate('home.cards.blank') : showOption(field, value, lang);
  };
  const names = values.map(word);
  // As many names as stand side by side on a phone.
  const every = Math.ceil(Math.max(names.length / 6, names.join('').length / 44));
  const numbers = values.map(count);
  return (
    <BarPlot
      title={text(field.label)}
      summary={`${title}: ${names.map((name, at) => `${name} ${format.format(numbers[at] ?? 0)}`).join(translate('list.comma'))}`}
      names={names}
      ticks={new Map(names.flatMap((name, at) => ((names.length - 1 - at) % every === 0 ? [[at, name] as const] : [])))}
      nameHead={text(field.label)}
      front={{ label: translate('home.counts'), values: numbers }}
      show={(value) => format.format(value)}
      tableLabel={translate('home.cards.table')}
    />
  );
}

export function Gone() {
  const translate = useTranslate();
  return <p className="soft">{translate('home.cards.gone')}</p>;
}
