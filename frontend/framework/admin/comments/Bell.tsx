/** The bell in the bar: how many notices are not read, and what they are of. Asked once a minute while somebody is at the page, and when it is shown again. */

import BellIcon from '@mui/icons-material/NotificationsOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useWatched } from '#client/use-attended.ts';
import { useChange } from '#client/use-change.ts';
import { showInstant } from '#fields/show.ts';
import type { Notice } from '#framework/comments/wire.ts';
import { stampOf } from '#framework/time.ts';

/** ms between two questions. */
const pause = 60_000;
const stale = ['notices'];

export default function Bell() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const objects = useObjects();
  const { lang } = useLanguage();
  const watched = useWatched(pause);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { send, busy } = useChange(stale);
  const { data, error } = useQuery({
    queryKey: ['notices', lang],
    queryFn: () => call('GET /api/notices', {}),
    ...watched,
    staleTime: pause,
  });
  const { notices = [], unread = 0 } = data ?? {};
  const label = translate('comments.bell', { smart_count: unread });
  const open = (notice: Notice) => {
    setAnchor(null);
    if (!notice.isRead) void send('POST /api/notices/read', { body: { ids: [notice.notice] } });
    const entry = objects.find(({ name }) => name === notice.object);
    if (entry) void navigate(`${editPath(entry.model, notice.id)}&comments=1`);
  };
  // The button goes with what it did: the bell has the focus again.
  const readAll = () => {
    setAnchor(null);
    void send('POST /api/notices/read', { body: {} });
  };
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" aria-expanded={anchor !== null} onClick={(event) => setAnchor(event.currentTarget)}>
          <Badge badgeContent={unread} max={99} color="error">
            <BellIcon fontSize="small" />
          </Badge>
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': translate('comments.notices'), sx: { width: 'min(400px, 96vw)' } } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 2, pt: 1 }}>
          <Box component="h2" sx={{ flex: 1, m: 0, fontSize: 'var(--size)', fontWeight: 600 }}>
            {translate('comments.notices')}
          </Box>
          {unread > 0 && (
            <Button size="small" disabled={busy} onClick={readAll}>
              {translate('comments.allread')}
            </Button>
          )}
        </Box>
        {error && (
          <Box role="alert" sx={{ px: 2, py: 1 }}>
            <FailureText error={error} />
          </Box>
        )}
        {data && notices.length === 0 && <Box sx={{ px: 2, py: 1.5, color: 'text.secondary' }}>{translate('comments.calm')}</Box>}
        <List dense aria-label={translate('comments.notices')} sx={{ py: 0.5 }}>
          {notices.map((notice) => (
            <ListItem key={notice.notice} disablePadding>
              <ListItemButton onClick={() => open(notice)} sx={{ borderLeft: '3px solid', borderColor: notice.isRead ? 'transparent' : 'primary.main' }}>
                <ListItemText
                  primary={translate(`comments.kinds.${notice.kind}`, { name: notice.name, title: notice.title })}
                  secondary={
                    <>
                      {!notice.isRead && <span className="unseen">{translate('comments.unread')} </span>}
                      <span className="num">{showInstant(stampOf(notice.at))}</span>
                      {notice.due && ` · ${translate('comments.until', { day: notice.due })}`}
                      {notice.text && ` · ${notice.text}`}
                    </>
                  }
                  slotProps={{ primary: { sx: { fontWeight: notice.isRead ? 400 : 600 } }, secondary: { sx: { overflowWrap: 'anywhere' } } }}
                />
              </ListItemButton>
            </ListItem>
          ))}
        </List>
      </Popover>
    </>
  );
}
