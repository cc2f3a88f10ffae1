/** How many digits of an amount are shown after the point. */
import type { FieldModel, Row } from '#codegen/model.ts';
import { minorDigits } from '#domain/currency.ts';

/** The column's; of money, its currency's, which `ui.options.currency` names by a field of the row or by its code. */
export function amountDigits(field: FieldModel, row: Row): number | undefined {
  if (field.kind !== 'decimal') return undefined;
  const named = field.ui.options?.currency;
  if (typeof named !== 'string') return field.column?.scale;
  return minorDigits(named in row ? row[named] : named);
}
