/** The interface to HiGHS: a programme in, values and prices out. */
import load, { type Highs, type Model } from 'highs';
import type { Programme } from '../rules/linear.ts';
import type { Meeting } from '../rules/verify.ts';

/** What came of a programme. */
export interface Answer {
  value: number;
  /** of the meetings' columns */
  columns: { meeting: Meeting; primal: number }[];
  isOptimal: boolean;
}

/** A programme in the solver's memory: release it by `close`. */
export interface Open {
  /** as a linear programme, from where the last answer was; `prices` are those of its rows */
  relax(seconds: number, method?: 'ipm'): Answer & { prices: Float64Array };
  /** these columns are 1 from now on */
  fix(columns: readonly number[]): void;
  /** other worths, by column */
  reprice(worth: readonly number[]): void;
  close(): void;
}

export interface Solver {
  open(programme: Programme): Open;
  /** meetings whole, from the plan that the programme begins with: what is no better is not looked into */
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
      // The time is that of all runs of a model together.
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
    // Worths are whole numbers: nothing is between one and the next.
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
