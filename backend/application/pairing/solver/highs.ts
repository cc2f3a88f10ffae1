/** The interface to HiGHS: a linear program in, values and prices out. */
import load, { type Highs, type Model } from 'highs';
import type { Programme } from '../rules/linear.ts';
import type { Meeting } from '../rules/verify.ts';

/** The result of a program. */
export interface Answer {
  value: number;
  /** values of the meetings' columns */
  columns: { meeting: Meeting; primal: number }[];
  isOptimal: boolean;
}

/** A program in the solver's memory; call `close` to free it. */
export interface Open {
  /** solves it as a linear program, starting from the last solution; `prices` are those of its rows */
  relax(seconds: number, method?: 'ipm'): Answer & { prices: Float64Array };
  /** fixes these columns at 1 */
  fix(columns: readonly number[]): void;
  /** sets other values, by column */
  reprice(worth: readonly number[]): void;
  close(): void;
}

export interface Solver {
  open(programme: Programme): Open;
  /** solves with whole meetings, starting from the program's plan; only better solutions are searched */
  whole(programme: Programme, seconds: number): Answer;
}

let loading: Promise<Highs> | undefined;

export async function solverOf(): Promise<Solver> {
  loading ??= load({});
  const highs = await loading;
  return { open: (programme) => openIn(highs, programme), whole: (programme, seconds) => wholeIn(highs, programme, seconds) };
}

function openIn(highs: Highs, programme: Programme): Open {
  const model = modelOf(highs, programme, false);
  return {
    relax: (seconds, method) => {
      // The time limit counts all runs of a model together.
      model.options.set({ time_limit: model.getRunTime() + seconds, solver: method ?? 'simplex' });
      const answer = run(model, programme);
      const { rowDual } = model.getSolution();
      return { ...answer, prices: rowDual };
    },
    fix: (columns) => {
      for (const column of columns) model.changeColBounds(column, 1, 1);
    },
    reprice: (worth) => {
      for (const [column, one] of worth.entries()) model.changeColCost(column, one);
    },
    close: () => model.dispose(),
  };
}

function wholeIn(highs: Highs, programme: Programme, seconds: number): Answer {
  if (!programme.meetings.length) return { value: 0, columns: [], isOptimal: true };
  const model = modelOf(highs, programme, true);
  try {
    // Values are whole numbers: nothing lies between one and the next.
    model.options.set({ time_limit: seconds, mip_rel_gap: 0, mip_abs_gap: 0.49 });
    if (programme.start.includes(1)) model.setSolution({ colValue: programme.start });
    return run(model, programme);
  } finally {
    model.dispose();
  }
}

function run(model: Model, { meetings }: Programme): Answer {
  const { modelStatus } = model.run();
  const { colValue } = model.getSolution();
  const columns = colValue.length ? meetings.map((meeting, column) => ({ meeting, primal: colValue[column]! })) : [];
  return { value: model.getObjectiveValue(), columns, isOptimal: modelStatus === optimal };
}

const optimal = 7;

function modelOf(highs: Highs, { worth, meetings, rows }: Programme, isWhole: boolean): Model {
  const starts = [0];
  for (const { columns } of rows) starts.push(starts.at(-1)! + columns.length); // begun with one
  const model = highs.createModel();
  model.options.set({ output_flag: false });
  model.passModel({
    numCols: worth.length,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost: worth,
    colLower: worth.map(() => 0),
    colUpper: worth.map(() => 1),
    rowLower: rows.map(() => Number.NEGATIVE_INFINITY),
    rowUpper: rows.map(({ most }) => most),
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: worth.length,
      starts,
      indices: rows.flatMap(({ columns }) => columns),
      values: rows.flatMap(({ values }) => values),
    },
    ...(isWhole && { integrality: worth.map((_, column) => (column < meetings.length ? 1 : 0)) }),
  });
  return model;
}
