/** How a sheet is read: which lines are taken, by what its rows are found, in which encoding a text is. */
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import { matchKeys, type SheetEncoding, sheetEncodings } from '#rules/records/import.ts';
import { language } from '#rules/words/language.ts';
import type { ImportSettings } from './use-import.ts';

const takes = ['both', 'new', 'change'] as const;

interface Props {
  model: ObjectModel;
  settings: ImportSettings;
  /** as it was read; absent for a workbook, which says so itself */
  encoding: SheetEncoding | undefined;
  onChange: (settings: Partial<ImportSettings>) => void;
}

export function ReadingSettings({ model, settings, encoding, onChange }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const named = (names: readonly string[]) =>
    names.map((name) => text(model.fields.find((field) => field.name === name)?.label) || name).join(language[lang].list);
  return (
    <div className="import-settings">
      <TextField
        select
        size="small"
        label={translate('import.take.label')}
        value={settings.take}
        onChange={({ target }) => onChange({ take: target.value as ImportSettings['take'] })}
      >
        {takes.map((take) => (
          <MenuItem key={take} value={take}>
            {translate(`import.take.${take}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        label={translate('import.by.label')}
        value={settings.by}
        onChange={({ target }) => onChange({ by: target.value })}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('import.by.any')}</MenuItem>
        {matchKeys(model).map((names) => (
          <MenuItem key={names.join(',')} value={names.join(',')}>
            {named(names)}
          </MenuItem>
        ))}
      </TextField>
      {encoding && (
        <TextField
          select
          size="small"
          label={translate('import.encoding.label')}
          value={settings.encoding || encoding}
          onChange={({ target }) => onChange({ encoding: target.value as SheetEncoding })}
        >
          {sheetEncodings.map((one) => (
            <MenuItem key={one} value={one}>
              {translate(`import.encoding.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </div>
  );
}
