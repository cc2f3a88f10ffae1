/** Running sums under a grid of child rows: of every column that holds money, exact. */
import Box from '@mui/material/Box';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import { digitsOf } from '#fields/number/decimal.ts';
import { add, formatDecimal, groupDigits, parseDecimal, round, zero } from '#rules/values/decimal.ts';

/** Sums of the fields in `detail` stand in a line of their own. */
export function GridFoot({ fields, detail, rows }: { fields: FieldModel[]; detail: FieldModel[]; rows: Row[] }) {
  const translate = useTranslate();
  const { row, lang } = useFormFacts();
  const whole = row();
  const sums = fields.map((field) => (field.display === 'money' ? sumOf(field, rows, whole) : undefined));
  const behind = detail.filter((field) => field.display === 'money');
  if (behind.length === 0 && sums.every((sum) => sum === undefined)) return null;
  return (
    <tfoot>
      <Box component="tr" sx={{ borderTop: '2px solid var(--line)' }}>
        <Box component="th" scope="row" sx={{ ...cell, textAlign: 'left', fontWeight: 600 }}>
          Σ
          <Box component="span" sx={unseen}>
            {translate('form.list.sums')}
          </Box>
        </Box>
        {fields.map((field, index) => (
          <Box component="td" key={field.name} data-sum={field.name} sx={cell}>
            {sums[index]}
          </Box>
        ))}
        <td />
      </Box>
      {behind.length > 0 && (
        <tr>
          <Box component="td" colSpan={fields.length + 2} sx={{ ...cell, fontWeight: 400, color: 'text.secondary', pt: 0, whiteSpace: 'normal' }}>
            {behind.map((field) => (
              <Box component="span" key={field.name} sx={{ ml: 2, whiteSpace: 'nowrap' }}>
                {textIn(field.label, lang) || field.name} <span data-sum={field.name}>{sumOf(field, rows, whole)}</span>
              </Box>
            ))}
          </Box>
        </tr>
      )}
    </tfoot>
  );
}

function sumOf(field: FieldModel, rows: Row[], whole: Row): string {
  const total = rows.reduce((sum, row) => add(sum, parseDecimal(row[field.name]) ?? zero), zero);
  // A digit that was typed is shown, whether the currency has it or not.
  return groupDigits(formatDecimal(round(total, Math.max(digitsOf(field, rows[0], whole) ?? 0, total.scale))));
}

const cell = {
  px: 1.25,
  py: 0.75,
  textAlign: 'right',
  fontVariantNumeric: 'tabular-nums',
  fontWeight: 600,
  fontSize: 'var(--size-text)',
  whiteSpace: 'nowrap',
} as const;
/** for screen readers only */
const unseen = { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } as const;
