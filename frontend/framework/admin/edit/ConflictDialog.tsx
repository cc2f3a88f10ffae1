/** K05: my edits and what another person saved meanwhile, field by field, with a choice for each. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import { textIn } from '#client/text.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { FieldValue } from '#form/panels/FieldValue.tsx';
import type { Conflict } from '#rules/records/record.ts';

type Choices = Record<string, 'mine' | 'theirs'>;

interface ConflictDialogProps {
  model: ObjectModel;
  conflicts: Conflict[];
  theirs: Row;
  /** what accounts are called */
  names?: Record<string, string>;
  onSettle(choices: Choices): void;
  onCancel(): void;
}

export function ConflictDialog({ model, conflicts, theirs, names = {}, onSettle, onCancel }: ConflictDialogProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const [choices, setChoices] = useState<Choices>(() => Object.fromEntries(conflicts.map(({ field }) => [field, 'mine'])));
  const by = typeof theirs.update_by === 'string' && theirs.update_by ? (names[theirs.update_by] ?? theirs.update_by) : translate('form.conflict.somebody');
  const takeAll = (side: 'mine' | 'theirs') => setChoices(Object.fromEntries(conflicts.map(({ field }) => [field, side])));
  return (
    <Dialog open maxWidth="md" onClose={onCancel} aria-labelledby="conflict-title" aria-describedby="conflict-text">
      <DialogTitle id="conflict-title">{translate('form.conflict.title')}</DialogTitle>
      <DialogContent>
        <Box id="conflict-text" sx={{ mb: 1.5 }}>
          {translate('form.conflict.text', { by, smart_count: conflicts.length })}
        </Box>
        {conflicts.length > 1 && (
          <Box sx={{ display: 'flex', gap: 1, mb: 1 }}>
            <Button onClick={() => takeAll('mine')}>{translate('form.conflict.allmine')}</Button>
            <Button onClick={() => takeAll('theirs')}>{translate('form.conflict.alltheirs')}</Button>
          </Box>
        )}
        {conflicts.map((conflict, index) => {
          const field = model.fields.find((candidate) => candidate.name === conflict.field);
          if (!field) return null;
          const label = textIn(field.label, lang);
          return (
            <RadioGroup
              key={conflict.field}
              aria-label={label}
              value={choices[conflict.field]}
              onChange={(_, side) => setChoices({ ...choices, [conflict.field]: side === 'mine' ? 'mine' : 'theirs' })}
              sx={{ borderTop: '1px solid var(--line)', py: 1 }}
            >
              <Box sx={{ fontWeight: 600, fontSize: 'var(--size-text)' }}>{label}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-small)', mb: 0.5 }}>
                {translate('form.conflict.was')} <FieldValue field={field} value={conflict.base} row={theirs} />
              </Box>
              <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1 }}>
                {(['mine', 'theirs'] as const).map((side) => (
                  <FormControlLabel
                    key={side}
                    value={side}
                    control={<Radio size="small" autoFocus={index === 0 && side === 'mine'} />}
                    sx={{
                      m: 0,
                      p: 1,
                      alignItems: 'flex-start',
                      borderRadius: 1,
                      border: '1px solid',
                      borderColor: choices[conflict.field] === side ? 'primary.main' : 'var(--line)',
                    }}
                    label={
                      <Box sx={{ overflowWrap: 'anywhere' }}>
                        <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-small)' }}>{translate(`form.conflict.${side}`, { by })}</Box>
                        <FieldValue field={field} value={conflict[side]} row={theirs} />
                      </Box>
                    }
                  />
                ))}
              </Box>
            </RadioGroup>
          );
        })}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{translate('form.conflict.cancel')}</Button>
        <Button variant="contained" onClick={() => onSettle(choices)}>
          {translate('form.conflict.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
