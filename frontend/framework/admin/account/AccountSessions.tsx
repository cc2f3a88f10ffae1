/** On the screen of somebody who signs in: where they are signed in, for an administrator to end. */

import DevicesIcon from '@mui/icons-material/DevicesOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { showInstant } from '#fields/show.ts';
import { realmOf } from '#rules/accounts/realm.ts';
import { Device } from '../system/Device.tsx';

/** Whose account it is. */
interface Account {
  object: string;
  id: string;
}

export function AccountSessions({ object, id }: Account) {
  const { roles } = useSession();
  if (!isAdministrator(roles) || realmOf(object) === undefined) return null;
  return (
    <div className="reset-link">
      <Sessions object={object} id={id} />
    </div>
  );
}

function Sessions({ object, id }: Account) {
  const translate = useTranslate();
  const titleId = useId();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [isOpen, setOpen] = useState(false);
  const key = ['account-sessions', object, id];
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => call('GET /api/pb/:object/:id/sessions', { at: { object, id } }),
    enabled: isOpen,
    staleTime: 0,
  });
  const end = async (session?: string) => {
    try {
      const { ended } = await call('POST /api/pb/:object/:id/sessions/end', { at: { object, id }, body: session === undefined ? {} : { id: session } });
      positive(translate('ops.visitors.ended', { smart_count: ended }));
    } catch (problem) {
      failure(problem);
    }
    // One that has ended by itself is gone from the list too.
    await client.invalidateQueries({ queryKey: key });
  };
  return (
    <>
      <Button startIcon={<DevicesIcon />} onClick={() => setOpen(true)}>
        {translate('ops.visitors.open')}
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} aria-labelledby={titleId} fullWidth maxWidth="md">
        <DialogTitle id={titleId}>{translate('ops.visitors.open')}</DialogTitle>
        <DialogContent>
          <FailureLine error={error} />
          {data?.length === 0 && <p className="soft">{translate('ops.visitors.none')}</p>}
          {data && data.length > 0 && (
            <List disablePadding>
              {data.map((one) => (
                <ListItem key={one.id} divider disableGutters sx={{ gap: 2 }}>
                  <ListItemText
                    primary={<Device of={one} />}
                    secondary={[one.address, translate('ops.visitors.times', { since: showInstant(one.createdAt), seen: showInstant(one.usedAt) })].join(' · ')}
                    slotProps={{
                      primary: { sx: { fontSize: 'var(--size-text)', overflowWrap: 'anywhere' } },
                      secondary: { sx: { fontSize: 'var(--size-text)' } },
                    }}
                  />
                  {one.own ? (
                    <span className="badge" data-color="green">
                      {translate('ops.this')}
                    </span>
                  ) : (
                    <Button size="small" variant="outlined" onClick={() => void end(one.id)} sx={{ flexShrink: 0 }}>
                      {translate('ops.end')}
                    </Button>
                  )}
                </ListItem>
              ))}
            </List>
          )}
        </DialogContent>
        <DialogActions>
          {data && data.length > 1 && (
            <Button color="error" onClick={() => void end()} sx={{ mr: 'auto' }}>
              {translate('ops.visitors.all')}
            </Button>
          )}
          <Button onClick={() => setOpen(false)}>{translate('ra.action.close')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
