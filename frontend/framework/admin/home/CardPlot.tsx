/**
 * Bars of a view's rows by the values of one field: of days along the months, of everything else each value with its number and the way to its rows. They show how
 * many rows there are, or what a field of them comes to: then once for each currency, for those are never added up.
 */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { listPath } from '#client/paths.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { FieldModel, Lang, ObjectModel, Row, ViewSettings } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import { showSum } from '#fields/number/decimal.ts';
import { showOption } from '#fields/show.ts';
import type { RowGroup } from '#framework/records/wire.ts';
import { monthsBetween } from '#rules/card.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import { fitGroup } from '#rules/queries/groups.ts';
import { currencyOf } from '#rules/values/currency.ts';
import { labelled, language } from '#rules/words/language.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import { Gone, State } from './CardState.tsx';

const shownMonths = 24;
const shownValues = 12;

interface Props {
  model: ObjectModel;
  settings: ViewSettings;
  /** by which the rows are set apart */
  path: string;
  /** the field that is added up; undefined: rows are counted */
  sum: string | undefined;
  title: string;
}

/** What a bar is as long as. */
interface Measure {
  label: string;
  of: (group: RowGroup) => number;
  show: (value: number) => string;
}

export function CardPlot(props: Props) {
  const { model, settings, path, sum } = props;
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const { roles } = useSession();
  const group = fitGroup({ path }, model, roles);
  const field = model.fields.find(({ name }) => name === group?.path);
  const summed = model.fields.find(({ name }) => name === sum);
  const canSum = sum === undefined || (summed !== undefined && hasFigures(summed));
  const figures = summed ? [summed.name] : [];
  const { data, error } = useQuery({
    queryKey: [model.name, 'groups', group, figures, settings.filter],
    queryFn: () => provider.groups(model.name, settings.filter, { path, ...group }, figures),
    enabled: group !== undefined && canSum,
  });
  const count = useCount();
  const { lang } = useLanguage();
  const text = useText();
  if (!group || !field || !canSum) return <Gone />;
  if (!data) return <State error={error} />;
  if (!data.groups.length) return <p className="soft">{translate('home.cards.empty')}</p>;
  const measures = summed ? measuresOf(model, summed, data.groups, text(summed.label), lang) : [count];
  return measures.map((measure) => {
    const plot = { ...props, field, measure, groups: data.groups, isOnly: measures.length === 1 };
    return group.step ? <Months key={measure.label} {...plot} /> : <Values key={measure.label} {...plot} isCut={data.isCut} />;
  });
}

function useCount(): Measure {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const format = new Intl.NumberFormat(language[lang].times);
  return { label: translate('home.counts'), of: ({ count }) => count, show: (value) => format.format(value) };
}

/** One for each currency that there are amounts in. */
function measuresOf(model: ObjectModel, summed: FieldModel, groups: readonly RowGroup[], label: string, lang: Lang): Measure[] {
  const currency = model.fields.find(({ name }) => name === currencyOf(summed));
  const figuresOf = ({ figures }: RowGroup) => figures[summed.name] ?? [];
  const known = [...new Set(groups.flatMap((group) => figuresOf(group).map(({ by }) => by)))];
  return (known.length ? known : [null]).map((by) => ({
    label: currency && by !== null ? `${label} ${showOption(currency, by, lang)}` : label,
    of: (group) => Number(figuresOf(group).find((one) => one.by === by)?.figure.sum ?? 0),
    show: (value) => showSum(summed, String(value), currency && by !== null ? { [currency.name]: by } : {}),
  }));
}

interface PlotProps extends Props {
  field: FieldModel;
  measure: Measure;
  groups: RowGroup[];
  /** there is no other beside it */
  isOnly: boolean;
}

/** Options in the order that the schema has, everything else the largest first. */
function Values({ model, settings, field, measure, groups, isOnly, isCut }: PlotProps & { isCut: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { Cell } = faces[field.kind];
  const { of, show, label } = measure;
  const place = (group: RowGroup) => (field.options ? field.options.findIndex((option) => option.value === group.value) : -of(group));
  const largest = [...groups].sort((a, b) => of(b) - of(a)).slice(0, shownValues);
  const most = Math.max(...largest.map(of));
  const left = groups.length - largest.length;
  return (
    <>
      {!isOnly && <h3 className="home-bars-name">{label}</h3>}
      <ul className="home-bars" aria-label={label}>
        {[...largest]
          .sort((a, b) => Number(a.value === null) - Number(b.value === null) || place(a) - place(b))
          .map((group) => (
            <li key={JSON.stringify(group.value)}>
              <Link to={`${listPath(model)}?${createSearchParams({ filter: JSON.stringify(both(settings.filter, group.filter)) })}`}>
                {group.value === null ? (
                  translate('group.empty')
                ) : (
                  <Cell field={field} value={group.value} row={{ [field.name]: group.value }} lang={lang} plain />
                )}
              </Link>
              <span className="home-bar" aria-hidden="true">
                <span style={{ inlineSize: most > 0 ? `${(100 * Math.max(0, of(group))) / most}%` : 0 }} />
              </span>
              <span className="num">{show(of(group))}</span>
            </li>
          ))}
      </ul>
      {(left > 0 || isCut) && <p className="soft home-meta">{translate('home.cards.left', { smart_count: left, more: isCut ? '+' : '' })}</p>}
    </>
  );
}

function both(one: Row, other: Row): Row {
  return Object.keys(one).length ? { $and: [one, other] } : other;
}

function Months({ field, measure, groups, title }: PlotProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { of, show, label } = measure;
  const compact = new Intl.NumberFormat(language[lang].times, { notation: 'compact' });
  const dated = groups.flatMap((group) => (group.value === null ? [] : [{ month: String(group.value).slice(0, 7), value: of(group) }]));
  const known = dated.map(({ month }) => month).sort();
  const blank = groups.find(({ value }) => value === null);
  const names = monthsBetween(known[0] ?? '', known.at(-1) ?? '', shownMonths);
  const numbers = names.map((name) => dated.find(({ month }) => month === name)?.value ?? 0);
  const every = Math.ceil(names.length / 6);
  return (
    <>
      {names.length > 0 && (
        <BarPlot
          title={text(field.label)}
          tableName={labelled(label, title, lang)}
          summary={labelled(title, names.map((name, at) => `${name} ${show(numbers[at] ?? 0)}`).join(language[lang].list), lang)}
          names={names}
          ticks={new Map(names.flatMap((name, at) => ((names.length - 1 - at) % every === 0 ? [[at, name] as const] : [])))}
          nameHead={text(field.label)}
          front={{ label, values: numbers }}
          show={show}
          showShort={(value) => compact.format(value)}
          tableLabel={translate('home.cards.table')}
        />
      )}
      {blank && <p className="soft home-meta">{labelled(translate('group.empty'), show(of(blank)), lang)}</p>}
    </>
  );
}
