/** What must always be true of rows, however they were written. Pure. */
import type { ObjectModel, Row } from '#codegen/model.ts';
import { computeRow } from './computed.ts';
import { idIn } from './facts.ts';
import { sameValue } from './record.ts';

/** One row that breaks an invariant; `about` says how: fields, the rules broken, the duplicate number. */
export interface Violation {
  /** 'totals', 'references', 'noted', 'files', or one of the application's: its words stand in tools.invariants */
  invariant: string;
  object: string;
  id: string;
  about: string;
}

/** Those of which each finding has one right repair. */
export const repairable = ['totals', 'references', 'noted'] as const;
export type Repairable = (typeof repairable)[number];

/** E09: what is computed equals its formula: an order's totals the sum of its lines. `followed`: with what formulas read of other rows. */
export function wrongTotals(model: ObjectModel, row: Row, followed: Row = row): Violation[] {
  const right = computeRow(followed, model);
  const wrong = model.fields.filter((field) => (field.column || field.child) && !sameValue(field, row[field.name], right[field.name]));
  return wrong.length ? [{ invariant: 'totals', object: model.name, id: idIn(row, model.entity.key), about: wrong.map(({ name }) => name).join(', ') }] : [];
}
