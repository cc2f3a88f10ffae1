/** The ranking as a table: every figure, sortable, with a line below the top N. A row unfolds to show its votes. */

import Checkbox from '@mui/material/Checkbox';
import { Fragment, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Conflicts, RankedLine, Ranking } from '#application/campaign/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { language } from '#rules/words/language.ts';
import { figure, percent, useLabels, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { Votes } from './Votes.tsx';

interface RankTableProps {
  ranking: Ranking;
  conflicts: Conflicts | undefined;
  chosen: ReadonlySet<string>;
  /** undefined for people who may not decide */
  onChosen: ((next: ReadonlySet<string>) => void) | undefined;
}

type Column = { key: string; title?: string; value: (line: RankedLine) => number; show?: (line: RankedLine) => string };

/** An empty value is sorted last. */
const last = Number.NEGATIVE_INFINITY;
const common: Column[] = [
  { key: 'sum', value: ({ sum }) => sum },
  { key: 'mean', value: ({ mean }) => mean ?? last, show: ({ mean }) => figure(mean) },
  { key: 'norm', value: ({ norm }) => norm ?? last, show: ({ norm }) => figure(norm) },
  { key: 'count', value: ({ count }) => count },
  { key: 'primary', value: ({ primary }) => primary },
  { key: 'alternative', value: ({ alternative }) => alternative },
  { key: 'spread', value: ({ deviation }) => deviation ?? last, show: ({ deviation }) => figure(deviation) },
  {
    key: 'range',
    value: ({ lowest, highest }) => (highest ?? 0) - (lowest ?? 0),
    show: ({ lowest, highest }) => (lowest === null ? '–' : `${lowest}–${highest}`),
  },
  {
    key: 'estimate',
    value: ({ estimate }) => estimate?.mean ?? last,
    show: ({ estimate }) => (estimate ? `${figure(estimate.mean)} (${figure(estimate.low, 1)}–${figure(estimate.high, 1)})` : '–'),
  },
  { key: 'intop', value: ({ stability }) => stability?.inTop ?? last, show: ({ stability }) => (stability ? percent(stability.inTop) : '–') },
  {
    key: 'interval',
    value: ({ stability }) => -(stability?.low ?? -last),
    show: ({ stability }) => (stability ? `${figure(stability.low, 1)}–${figure(stability.high, 1)}` : '–'),
  },
  { key: 'coverage', value: ({ coverage: { read, of } }) => (of ? read / of : last), show: ({ coverage: { read, of } }) => `${read} / ${of}` },
];

/** What the criteria come to, and each of them. */
function criteriaColumns(criteria: Ranking['criteria'], named: (both: { cname: string; ename: string }) => string): Column[] {
  if (!criteria.length) return [];
  return [
    { key: 'result', value: ({ result }) => result ?? last, show: ({ result, rated }) => (result === null ? '–' : `${figure(result)} (${rated})`) },
    ...criteria.map(({ key, name }): Column => {
      const meanOf = (line: RankedLine) => line.criteria[key]?.mean ?? null;
      return {
        key: `criterion-${key}`,
        title: named({ cname: name.tw, ename: name.en }),
        value: (line) => meanOf(line) ?? last,
        show: (line) => figure(meanOf(line)),
      };
    }),
  ];
}

export function RankTable({ ranking, conflicts, chosen, onChosen }: RankTableProps) {
  const translate = useTranslate();
  const [sort, setSort] = useState('rank');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const named = useName();
  const columns = [...criteriaColumns(ranking.criteria, named), ...common];
  const column = columns.find(({ key }) => key === sort);
  const lines = column
    ? [...ranking.lines].sort((a, b) => compare(column.value(b), column.value(a)) || compare(a.rank ?? Infinity, b.rank ?? Infinity))
    : ranking.lines;
  const judges = new Map(conflicts?.judges.map((judge) => [judge.id, judge]) ?? []);
  const hinted = new Map<string, Set<string>>();
  // Only the jurors' hints: a decision maker does not vote here.
  for (const { enrolment, judge } of conflicts?.hints.filter((hint) => hint.judge.object === 'jury') ?? [])
    hinted.set(enrolment, new Set([...(hinted.get(enrolment) ?? []), judge.id]));
  const flip = (set: ReadonlySet<string>, id: string) => new Set(set.has(id) ? [...set].filter((one) => one !== id) : [...set, id]);
  const heads = [{ key: 'rank' }, { key: 'number', fixed: true }, { key: 'film', fixed: true }, { key: 'status', fixed: true }, ...columns];
  return (
    <ScrollTable
      className="desk-ranks"
      aria-label={translate('desk.tabs.ranking')}
      heads={[
        ...(onChosen ? [''] : []),
        ...heads.map((head) => {
          const title = ('title' in head && head.title) || translate(`desk.rank.${head.key}`, { top: ranking.top });
          return 'fixed' in head
            ? title
            : {
                name: title,
                sort: sort === head.key ? (head.key === 'rank' ? ('ascending' as const) : ('descending' as const)) : undefined,
                content: (
                  <button type="button" onClick={() => setSort(head.key)} aria-label={translate('desk.rank.sortby', { name: title })}>
                    {title}
                    {sort === head.key && <span aria-hidden="true">{head.key === 'rank' ? ' ↑' : ' ↓'}</span>}
                  </button>
                ),
              };
        }),
      ]}
    >
      {lines.map((line, index) => {
        const isLine = sort === 'rank' && line.rank !== null && line.rank > ranking.top && (lines[index - 1]?.rank ?? (index ? Infinity : 1)) <= ranking.top;
        return (
          <Fragment key={line.enrolment}>
            {isLine && (
              <tr className="desk-topline">
                <td colSpan={heads.length + (onChosen ? 1 : 0)}>{translate('desk.rank.topline', { top: ranking.top })}</td>
              </tr>
            )}
            <Line
              line={line}
              columns={columns}
              isOpen={open.has(line.enrolment)}
              onOpen={() => setOpen(flip(open, line.enrolment))}
              isChosen={chosen.has(line.enrolment)}
              onChoose={onChosen && (() => onChosen(flip(chosen, line.enrolment)))}
              hints={[...(hinted.get(line.enrolment) ?? [])].map((id) => judges.get(id)?.name ?? id)}
            />
            {open.has(line.enrolment) && (
              <tr className="desk-votes">
                <td colSpan={heads.length + (onChosen ? 1 : 0)}>
                  <Votes line={line} jurors={ranking.jurors} criteria={ranking.criteria} />
                </td>
              </tr>
            )}
          </Fragment>
        );
      })}
    </ScrollTable>
  );
}

/** Two that are equal, infinite ones too. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}

interface LineProps {
  line: RankedLine;
  columns: readonly Column[];
  isOpen: boolean;
  onOpen: () => void;
  isChosen: boolean;
  onChoose: (() => void) | undefined;
  /** names of those who may have a conflict of interest */
  hints: string[];
}

function Line({ line, columns, isOpen, onOpen, isChosen, onChoose, hints }: LineProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const label = useLabels();
  const name = useName()(line);
  return (
    <tr className={isChosen ? 'desk-chosen' : undefined}>
      {onChoose && (
        <td>
          <Checkbox
            checked={isChosen}
            disabled={line.status !== 'verified'}
            onChange={onChoose}
            slotProps={{ input: { 'aria-label': translate('desk.rank.choose', { name: `${line.number} ${name}` }) } }}
          />
        </td>
      )}
      <td className="num">
        {line.rank ?? <span title={translate('desk.rank.unranked')}>–</span>}
        {line.isTied && (
          <span className="soft" title={translate('desk.rank.tiedlabel')}>
            {' '}
            {translate('desk.rank.tied')}
          </span>
        )}
      </td>
      <td className="num">{line.number || '–'}</td>
      <th scope="row">
        <button type="button" className="desk-unfold" aria-expanded={isOpen} onClick={onOpen} aria-label={translate('desk.rank.show', { name })}>
          {isOpen ? '▼' : '▶'}
        </button>
        <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(line.enrolment)}`}>{name}</Link>
        {hints.length > 0 && (
          <span className="badge" data-color="orange" title={translate('desk.rank.hint', { names: hints.join(language[lang].list) })}>
            {translate('desk.rank.hints', { count: hints.length })}
          </span>
        )}
      </th>
      <td>
        {line.decision ? (
          <span className="badge" data-color={line.decision === 'select' ? 'green' : 'orange'}>
            {translate(`desk.rank.pending.${line.decision}`)}
          </span>
        ) : line.status === 'verified' && line.told ? (
          <span className="badge" data-color="grey">
            {translate(`desk.rank.toldas.${line.told}`)}
          </span>
        ) : (
          <span className="badge" data-color={line.status === 'selected' ? 'green' : 'blue'}>
            {label('status', line.status)}
          </span>
        )}
      </td>
      {columns.map(({ key, value, show }) => (
        <td key={key} className="num">
          {show ? show(line) : value(line)}
        </td>
      ))}
    </tr>
  );
}
