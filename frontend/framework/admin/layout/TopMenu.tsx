/** The menu as a bar above the screen (menu style 2): a group opens on a press. */
import Button from '@mui/material/Button';
import MuiMenu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useMenu } from './Menu.tsx';

export function TopMenu() {
  const translate = useTranslate();
  const { groups, last } = useMenu();
  const [open, setOpen] = useState<{ group: string; anchor: HTMLElement }>();
  const shown = [...groups, ...(last.length ? [{ group: 'system-pages', label: translate('menu.system'), items: last }] : [])];
  const close = () => setOpen(undefined);
  return (
    <>
      <Button color="inherit" component={Link} to="/">
        {translate('menu.home')}
      </Button>
      {shown.map(({ group, label, items }) => (
        <span key={group}>
          <Button
            color="inherit"
            aria-haspopup="menu"
            aria-expanded={open?.group === group}
            onClick={(event) => setOpen({ group, anchor: event.currentTarget })}
          >
            {label}
          </Button>
          <MuiMenu anchorEl={open?.anchor} open={open?.group === group} onClose={close}>
            {items.map(({ to, label: name }) => (
              <MenuItem key={to} component={Link} to={to} onClick={close}>
                {name}
              </MenuItem>
            ))}
          </MuiMenu>
        </span>
      ))}
    </>
  );
}
