/** Who changed what and when, newest first, beside the form. */
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { dataProvider } from '#client/providers/data.ts';
import { textIn } from '#client/text.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import { staffZone, utcToZoned } from '#ui/moment.ts';
import { FieldValue } from './FieldValue.tsx';
import { useOperationName } from './operation-name.ts';

interface HistoryPanelProps {
  model: ObjectModel;
  id: string;
  /** the record as it is */
  row: Row;
  /** counts the saves of this form, each of which makes an entry */
  saves: number;
  open: boolean;
  onClose(): void;
}

export function HistoryPanel({ model, id, row, saves, open, onClose }: HistoryPanelProps) {
  const translate = useTranslate();
  const { data, error, isPending } = useQuery({
    queryKey: ['history', model.name, id, saves],
    queryFn: () => dataProvider.history(model.name, id),
    enabled: open,
  });
  const entries = Array.isArray(data) ? data : [];
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': translate('form.history'), role: 'dialog', sx: { width: 'min(460px, 100vw)' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          px: 2,
          py: 1,
          borderBottom: '1px solid var(--line)',
          position: 'sticky',
          top: 0,
          bgcolor: 'background.paper',
          zIndex: 1,
        }}
      >
        <Box component="h2" sx={{ flex: 1, m: 0, fontSize: 'var(--size-title)', fontWeight: 600 }}>
          {translate('form.history')}
        </Box>
        <IconButton aria-label={translate('form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ px: 2, py: 1 }}>
        {isPending && translate('form.searching')}
        {error && <Box role="alert">{error.message}</Box>}
        {data && entries.length === 0 && translate('form.nohistory')}
        {entries.map((entry) => (
          <Entry key={`${entry.ver} ${entry.at}`} entry={entry} model={model} row={row} />
        ))}
      </Box>
    </Drawer>
  );
}

function Entry({ entry, model, row }: { entry: HistoryEntry; model: ObjectModel; row: Row }) {
  const { lang } = useLanguage();
  const action = useOperationName()(entry.action, model);
  return (
    <Box component="article" sx={{ py: 1, borderBottom: '1px solid var(--line)' }}>
      <Box sx={{ fontSize: 'var(--size-text)' }}>
        <strong>{entry.name || entry.by || '–'}</strong> {action}
        <Box component="time" sx={{ float: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} title={staffZone.label}>
          {utcToZoned(entry.at)}
        </Box>
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 0.5, fontSize: 'var(--size-text)', '& dd': { m: 0, mb: 0.5, pl: 1.5, overflowWrap: 'anywhere' } }}>
        {Object.entries(entry.changes ?? {}).map(([name, [before, after]]) => {
          const field = model.fields.find((candidate) => candidate.name === name);
          if (!field) return null;
          return (
            <Box key={name}>
              <Box component="dt" sx={{ color: 'text.secondary' }}>
                {textIn(field.label, lang) || name}
              </Box>
              <dd>
                {entry.action !== 'create' && (
                  <>
                    <Box component="del" sx={{ color: 'text.secondary' }}>
                      <FieldValue field={field} value={before} row={row} />
                    </Box>
                    {' → '}
                  </>
                )}
                <FieldValue field={field} value={after} row={row} />
              </dd>
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
