/** On an account's screen: a one-time link that an administrator hands to the person, where no mail helps. */
import KeyIcon from '@mui/icons-material/KeyOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';

export function ResetLink({ id }: { id: string }) {
  const translate = useTranslate();
  const titleId = useId();
  const { roles } = useSession();
  const { failure } = useNotices();
  const copy = useCopy();
  const [made, setMade] = useState<{ link: string; endsAt: string }>();
  if (!isAdministrator(roles)) return null;
  const make = () => call('POST /api/pb/user/:id/reset-link', { at: { id }, body: {} }).then(setMade, failure);
  return (
    <div className="reset-link">
      <Button startIcon={<KeyIcon />} onClick={() => void make()}>
        {translate('resetlink.action')}
      </Button>
      <Dialog open={made !== undefined} onClose={() => setMade(undefined)} aria-labelledby={titleId} fullWidth>
        <DialogTitle id={titleId}>{translate('resetlink.title')}</DialogTitle>
        <DialogContent>
          <p>{translate('resetlink.help', { at: made?.endsAt ?? '' })}</p>
          <TextField
            fullWidth
            label={translate('resetlink.action')}
            value={made?.link ?? ''}
            onFocus={(event) => event.target.select()}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setMade(undefined)}>{translate('ra.action.close')}</Button>
          <Button variant="contained" onClick={() => copy(made?.link ?? '', translate('resetlink.copied'))}>
            {translate('resetlink.copy')}
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}
