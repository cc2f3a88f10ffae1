/** A view's name, whom it is for, and whether the list opens with it. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useRoleName } from '#client/role-name.ts';
import type { View, ViewBody } from '#framework/views/wire.ts';
import { viewLimits } from '#rules/queries/view.ts';

type About = Pick<ViewBody, 'name' | 'scope' | 'role' | 'isDefault'>;

interface Props {
  title: string;
  view?: View;
  /** [] for who makes their own only */
  roles: string[];
  busy: boolean;
  cancel: () => void;
  save: (about: About) => void;
}

export function ViewForm({ title, view, roles, busy, cancel, save }: Props) {
  const translate = useTranslate();
  const roleName = useRoleName();
  const titleId = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [whose, setWhose] = useState(!view || view.scope === 'me' ? 'me' : view.scope === 'all' ? 'all' : `role:${view.role}`);
  const [isDefault, setDefault] = useState(view?.isDefault ?? false);
  const about = (): About => {
    if (whose === 'me' || whose === 'all') return { name, scope: whose, isDefault };
    return { name, scope: 'role', role: whose.slice('role:'.length), isDefault };
  };
  return (
    <Dialog open onClose={cancel} aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !busy) save(about());
        }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent className="view-form">
          <TextField
            autoFocus
            required
            size="small"
            label={translate('view.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: viewLimits.name } }}
          />
          {roles.length > 0 && (
            <TextField select size="small" label={translate('view.for')} value={whose} onChange={(event) => setWhose(event.target.value)}>
              <MenuItem value="me">{translate('view.of.me')}</MenuItem>
              {roles.map((role) => (
                <MenuItem key={role} value={`role:${role}`}>
                  {roleName(role)}
                </MenuItem>
              ))}
              <MenuItem value="all">{translate('view.of.all')}</MenuItem>
            </TextField>
          )}
          <FormControlLabel
            label={translate('view.default')}
            control={<Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)} />}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={cancel}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!name.trim() || busy}>
            {translate('ra.action.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
