/** Bars of a view's rows by the values of one field: of days along the months, of everything else each value with its number and the way to its rows. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useTranslate } from 'react-admin';
import { createSearchParams, Link } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { listPath } from '#client/paths.ts';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { FieldModel, ObjectModel, Row, ViewSettings } from '#codegen/model.ts';
import { faces } from '#fields/kinds/index.ts';
import type { RowGroup } from '#framework/records/wire.ts';
import { monthsBetween } from '#rules/card.ts';
import { fitGroup } from '#rules/queries/groups.ts';
import { labelled, language } from '#rules/words/language.ts';
import { BarPlot } from '#ui/plots/BarPlot.tsx';
import { Gone, State } from './CardState.tsx';

const shownMonths = 24;
const shownValues = 12;

interface Props {
  model: ObjectModel;
  settings: ViewSettings;
  /** by which the rows are counted */
  path: string;
  title: string;
}

export function CardPlot(props: Props) {
  const { model, settings, path } = props;
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const { roles } = useSession();
  const group = fitGroup({ path }, model, roles);
  const field = model.fields.find(({ name }) => name === group?.path);
  const { data, error } = useQuery({
    queryKey: [model.name, 'groups', group, [], settings.filter],
    queryFn: () => provider.groups(model.name, settings.filter, { path, ...group }, []),
    enabled: group !== undefined,
  });
  if (!group || !field) return <Gone />;
  if (!data) return <State error={error} />;
  if (!data.groups.length) return <p className="soft">{translate('home.cards.empty')}</p>;
  return group.step ? <Months {...props} field={field} groups={data.groups} /> : <Values {...props} field={field} groups={data.groups} isCut={data.isCut} />;
}

function useFormat(): (count: number) => string {
  const { lang } = useLanguage();
  const format = new Intl.NumberFormat(language[lang].times);
  return (count) => format.format(count);
}

/** Options in the order that the schema has, everything else the largest first. */
function Values({ model, settings, field, groups, isCut }: Props & { field: FieldModel; groups: RowGroup[]; isCut: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const show = useFormat();
  const { Cell } = faces[field.kind];
  const place = ({ value, count }: RowGroup) => (field.options ? field.options.findIndex((option) => option.value === value) : -count);
  const largest = [...groups].sort((a, b) => b.count - a.count).slice(0, shownValues);
  const most = Math.max(...largest.map(({ count }) => count));
  const left = groups.length - largest.length;
  return (
    <>
      <ul className="home-bars">
        {[...largest]
          .sort((a, b) => Number(a.value === null) - Number(b.value === null) || place(a) - place(b))
          .map(({ value, count, filter }) => (
            <li key={JSON.stringify(value)}>
              <Link to={`${listPath(model)}?${createSearchParams({ filter: JSON.stringify(both(settings.filter, filter)) })}`}>
                {value === null ? translate('group.empty') : <Cell field={field} value={value} row={{ [field.name]: value }} lang={lang} plain />}
              </Link>
              <span className="home-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * count) / most}%` }} />
              </span>
              <span className="num">{show(count)}</span>
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

function Months({ field, groups, title }: Props & { field: FieldModel; groups: RowGroup[] }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const show = useFormat();
  const dated = groups.flatMap(({ value, count }) => (value === null ? [] : [{ month: String(value).slice(0, 7), count }]));
  const known = dated.map(({ month }) => month).sort();
  const blank = groups.find(({ value }) => value === null)?.count;
  const names = monthsBetween(known[0] ?? '', known.at(-1) ?? '', shownMonths);
  const numbers = names.map((name) => dated.find(({ month }) => month === name)?.count ?? 0);
  const every = Math.ceil(names.length / 6);
  return (
    <>
      {names.length > 0 && (
        <BarPlot
          title={text(field.label)}
          summary={labelled(title, names.map((name, at) => `${name} ${show(numbers[at] ?? 0)}`).join(language[lang].list), lang)}
          names={names}
          ticks={new Map(names.flatMap((name, at) => ((names.length - 1 - at) % every === 0 ? [[at, name] as const] : [])))}
          nameHead={text(field.label)}
          front={{ label: translate('home.counts'), values: numbers }}
          show={show}
          tableLabel={translate('home.cards.table')}
        />
      )}
      {blank !== undefined && <p className="soft home-meta">{labelled(translate('group.empty'), show(blank), lang)}</p>}
    </>
  );
}
