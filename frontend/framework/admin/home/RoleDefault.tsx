/** What the administrator sees becomes what people of a role see who have arranged nothing of their own. */
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNotices } from '#client/notices/Notices.tsx';
import { useRoleName } from '#client/role-name.ts';
import type { Cards } from './use-cards.ts';

export function RoleDefault({ home }: { home: Cards }) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const named = useRoleName();
  const store = async (role: string, isDefault: boolean) => {
    setAnchor(null);
    if (await home.saveForRole(role, isDefault ? home.cards : null))
      positive(translate(isDefault ? 'home.cards.role_done' : 'home.cards.role_gone', { role: named(role) }));
  };
  return (
    <>
      <Button size="small" aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        {translate('home.cards.role')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': translate('home.cards.role'), dense: true } }}
      >
        {home.roles.flatMap((role) => [
          <MenuItem key={role} onClick={() => void store(role, true)}>
            {translate('home.cards.role_set', { role: named(role) })}
          </MenuItem>,
          <MenuItem key={`${role} none`} onClick={() => void store(role, false)}>
            {translate('home.cards.role_end', { role: named(role) })}
          </MenuItem>,
        ])}
      </Menu>
    </>
  );
}
