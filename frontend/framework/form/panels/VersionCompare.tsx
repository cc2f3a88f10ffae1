/** Two versions of the record side by side, and the way back: a field, or the record, gets the earlier values as a new version. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { useSession } from '#client/session.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Changes, HistoryEntry } from '#framework/records/wire.ts';
import { differences } from '#rules/records/record.ts';
import { isRevertible, rowAt } from '#rules/records/versions.ts';
import { utcToZoned } from '#ui/moment.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { useOperationName } from './operation-name.ts';
import type { Revert } from './use-revert.ts';

/** An entry's id, or the record as it is. */
export type Version = number | 'now';

export interface Compared {
  from: Version;
  to: Version;
}

interface VersionCompareProps {
  model: ObjectModel;
  /** the record as it is */
  row: Row;
  entries: readonly HistoryEntry[];
  compared: Compared;
  onChange(compared: Compared): void;
  onClose(): void;
  /** what was typed is not saved: it would be lost, or would undo the revert */
  dirty: boolean;
  revert: Revert;
}

export function VersionCompare({ model, row, entries, compared, onChange, onClose, dirty, revert }: VersionCompareProps) {
  const translate = useTranslate();
  const { roles, may } = useSession();
  const actionName = useOperationName();
  const versionOf = (version: Version) => (version === 'now' ? row : rowAt(row, entries, version));
  const [before, after] = [versionOf(compared.from), versionOf(compared.to)];
  const shown = model.fields.filter(({ surfaces }) => surfaces.history);
  const changes: Changes = Object.fromEntries(differences(before, after, shown).map((name) => [name, [before[name] ?? null, after[name] ?? null]]));
  const { from } = compared;
  // Back goes from the record as it is.
  const canRevert = compared.to === 'now' && from !== 'now' && may(model, 'update');
  const revertible = shown.filter((field) => changes[field.name] && isRevertible(model, field, roles));
  const choice = (side: keyof Compared) => (
    <TextField
      select
      fullWidth
      size="small"
      label={translate(`form.versions.${side}`)}
      value={String(compared[side])}
      autoFocus={side === 'from'}
      onChange={({ target }) => onChange({ ...compared, [side]: target.value === 'now' ? 'now' : Number(target.value) })}
      slotProps={{ select: { native: true } }}
    >
      <option value="now">{translate('form.versions.now')}</option>
      {entries.map((entry) => (
        <option key={entry.entry} value={entry.entry}>
          {[utcToZoned(entry.at), entry.name || entry.by || '–', actionName(entry.action, model)].join(' · ')}
        </option>
      ))}
    </TextField>
  );
  return (
    <Box
      component="section"
      aria-label={translate('form.versions.title')}
      sx={{ px: 2, py: 1.5, borderBottom: '1px solid var(--line)', display: 'grid', gap: 1.5 }}
    >
      {choice('from')}
      {choice('to')}
      {canRevert && dirty && <Alert severity="info">{translate('form.versions.dirty')}</Alert>}
      {Object.keys(changes).length === 0 ? (
        <Box sx={{ color: 'text.secondary' }}>{translate('form.versions.same')}</Box>
      ) : (
        <ChangedFields
          model={model}
          changes={changes}
          row={row}
          act={(field) =>
            canRevert &&
            revertible.includes(field) && (
              <Button
                size="small"
                sx={{ ml: 1 }}
                disabled={dirty || revert.busy}
                onClick={() => void revert.run(from, [field.name])}
                aria-label={translate('form.versions.revert_field_of', { field: revert.label(field.name) })}
              >
                {translate('form.versions.revert_field')}
              </Button>
            )
          }
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {canRevert && revertible.length > 0 && (
          <Button variant="contained" size="small" disabled={dirty || revert.busy} onClick={() => void revert.run(from)}>
            {translate('form.versions.revert')}
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          {translate('form.versions.close')}
        </Button>
      </Box>
    </Box>
  );
}
