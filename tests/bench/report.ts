/** The figures as tables in Markdown, and the targets with what was reached. */
import type { Measure, Name } from './measures.ts';
import { median, pick, type Run, ratio } from './runs.ts';

export interface Target {
  title: string;
  wanted: string;
  figure: string;
  reached: boolean;
}

const number = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toFixed(3);
export const table = (head: string[], rows: string[][]): string => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const spread = (found: { median: number; least: number; most: number } | undefined): string =>
  found ? `${number(found.median)} (${number(found.least)}–${number(found.most)})` : '–';

/** Requests a second of the three servers, and the product's share of each baseline. */
export function throughputTable(measures: Measure[], runs: Run[], place: string): string {
  const rows = measures.flatMap(({ key, title }) => {
    const of = (name: Name) => pick(runs, { measure: key, name, place });
    if (!of('product').length) return [];
    const rate = (name: Name) => (of(name).length ? number(median(of(name).map((run) => run.rate))) : '–');
    const cpu = (name: Name) => (of(name).length ? number(median(of(name).map((run) => run.cpu))) : '–');
    const share = (name: Name) => spread(ratio(of('product'), of(name), (run) => run.rate));
    return [[title, rate('product'), rate('bare'), rate('usual'), share('bare'), share('usual'), `${cpu('product')} / ${cpu('bare')} / ${cpu('usual')}`]];
  });
  return table(['', 'product, 1/s', '(a) bare, 1/s', '(b) usual, 1/s', 'product ÷ (a)', 'product ÷ (b)', 'CPU of the server, ms a request'], rows);
}

/** Requests a second of the product and of one other server. */
export function shareTable(measures: Measure[], runs: Run[], place: string, other: Name, called: string): string {
  const rows = measures.map(({ key, title }) => {
    const of = (name: Name) => pick(runs, { measure: key, name, place });
    const middle = (name: Name, value: (run: Run) => number) => (of(name).length ? number(median(of(name).map(value))) : '–');
    const cpu = `${middle('product', (run) => run.cpu)} / ${middle(other, (run) => run.cpu)}`;
    return [title, middle('product', (run) => run.rate), middle(other, (run) => run.rate), spread(ratio(of('product'), of(other), (run) => run.rate)), cpu];
  });
  return table(['', 'product, 1/s', `${called}, 1/s`, `product ÷ ${called}`, 'CPU of the server, ms a request'], rows);
}

/** Median latency of one request at a time. */
export function latencyTable(measures: Measure[], runs: Run[], places: string[], names: Name[]): string {
  const columns = places.flatMap((place) => names.filter((name) => pick(runs, { name, place }).length).map((name) => ({ place, name })));
  const rows = measures
    .filter((measure) => pick(runs, { measure: measure.key }).length)
    .map(({ key, title }) => [
      title,
      ...columns.map(({ place, name }) => {
        const found = pick(runs, { measure: key, name, place });
        return found.length ? number(median(found.map((run) => run.median))) : '–';
      }),
    ]);
  return table(['ms', ...columns.map(({ place, name }) => `${name}, ${place}`)], rows);
}

export function targetTable(targets: Target[]): string {
  return table(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ title, wanted, figure, reached }) => [title, wanted, figure, reached ? 'reached' : '**not reached**']),
  );
}

/** The targets that come out of the runs. */
export function runTargets(fast: Run[], slow: Run[], places: { large: string; small: string }): Target[] {
  const found: Target[] = [];
  const share = (measure: string, name: Name, wanted: number, title: string) => {
    const value = ratio(pick(fast, { measure, name: 'product', place: places.large }), pick(fast, { measure, name, place: places.large }), (run) => run.rate);
    if (value) found.push({ title, wanted: `≥ ${wanted} ×`, figure: spread(value), reached: value.median >= wanted });
  };
  share('list', 'bare', 0.45, 'list with total against (a)');
  share('list', 'usual', 100, 'list with total against (b)');
  share('whole', 'bare', 0.45, 'the same with whole rows, against (a)');
  share('whole', 'usual', 100, 'the same with whole rows, against (b)');
  share('get', 'bare', 0.4, 'get one against (a)');
  share('insert', 'bare', 0.4, 'insert with validation against (a)');
  share('words', 'bare', 0.4, 'the same, where (a) stores the search words as the product does');
  share('update', 'bare', 0.3, 'update with version and history against (a)');
  const grown = (measure: string, title: string) => {
    const value = ratio(
      pick(slow, { measure, name: 'product', place: places.large }),
      pick(slow, { measure, name: 'product', place: places.small }),
      (run) => run.median,
    );
    if (value)
      found.push({ title: `${title}: ${places.large} against ${places.small}`, wanted: '≤ 1.5 ×', figure: spread(value), reached: value.median <= 1.5 });
  };
  grown('filtered', 'filtered list with total');
  grown('next', 'next page');
  grown('previous', 'previous page');
  const jump = ratio(
    pick(slow, { measure: 'jump', name: 'product', place: places.large }),
    pick(slow, { measure: 'jump', name: 'bare', place: places.large }),
    (run) => run.median,
  );
  if (jump) found.push({ title: 'jump to page 36,000 against plain OFFSET', wanted: '≤ 0.02 ×', figure: spread(jump), reached: jump.median <= 0.02 });
  return found;
}
