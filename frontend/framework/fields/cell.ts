import type { FieldModel, JsonValue, Lang, Row } from '#codegen/model.ts';

/** What every list cell gets; `value` is never blank. */
export interface CellProps {
  field: FieldModel;
  value: JsonValue;
  row: Row;
  lang: Lang;
  /** it is inside a link, and so has none of its own */
  plain?: boolean;
}
