import type { FieldModel } from '#codegen/model.ts';

/** Pixels of a figure in a grid. */
export function widthOfFigure({ display }: FieldModel): number {
  return display === 'money' ? 104 : 76;
}
