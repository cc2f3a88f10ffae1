import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useLanguage } from '#client/language.tsx';
import { textIn } from '#client/text.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import type { Changes } from '#framework/records/wire.ts';
import { FieldValue } from './FieldValue.tsx';

interface ChangedFieldsProps {
  model: ObjectModel;
  changes: Changes;
  /** the record that has them */
  row?: Row;
  /** of a new record nothing was there before */
  isNew?: boolean;
  /** what can be done with a field */
  act?: (field: FieldModel) => ReactNode;
}

/** What was changed, field by field in the form's order: the value before, struck through, and the one after. */
export function ChangedFields({ model, changes, row = {}, isNew = false, act }: ChangedFieldsProps) {
  const { lang } = useLanguage();
  return (
    <Box component="dl" sx={{ m: 0, mt: 0.5, fontSize: 'var(--size-text)', '& dd': { m: 0, mb: 0.5, pl: 1.5, overflowWrap: 'anywhere' } }}>
      {model.fields.map((field) => {
        const change = changes[field.name];
        if (!change) return null;
        const [before, after] = change;
        return (
          <Box key={field.name} data-changed={field.name}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {textIn(field.label, lang) || field.name}
            </Box>
            <dd>
              {!isNew && (
                <>
                  <Box component="del" sx={{ color: 'text.secondary' }}>
                    <FieldValue field={field} value={before} row={row} />
                  </Box>
                  {' → '}
                </>
              )}
              <FieldValue field={field} value={after} row={row} />
              {act?.(field)}
            </dd>
          </Box>
        );
      })}
    </Box>
  );
}
