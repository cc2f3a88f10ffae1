/** Language, colours and the signed-in person, in the bar and on the sign-in page. */

import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import DarkIcon from '@mui/icons-material/DarkModeOutlined';
import LightIcon from '@mui/icons-material/LightModeOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useLogout, useTheme, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useLanguage } from '#client/language.tsx';
import { useSession } from '#client/session.ts';
import { language, languages } from '#rules/words/language.ts';

/** Shows the other languages by their own names: one press, and the page reads so. */
export function LanguageSwitch() {
  const { lang, setLang } = useLanguage();
  return languages
    .filter((other) => other !== lang)
    .map((other) => (
      <button key={other} type="button" className="switch" lang={language[other].html} onClick={() => void setLang(other)}>
        {language[other].short}
      </button>
    ));
}

export function ThemeSwitch() {
  const [theme, setTheme] = useTheme();
  const label = useTranslate()('ra.action.toggle_theme');
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}>
        {theme === 'dark' ? <LightIcon fontSize="small" /> : <DarkIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}

export function UserMenu() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const logout = useLogout();
  const { user } = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={user.name || user.id}
        startIcon={<AccountIcon />}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ maxWidth: 180, minWidth: 0 }}
      >
        <span className="user-name">{user.name || user.id}</span>
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem disabled>{user.id}</MenuItem>
        <MenuItem
          onClick={() => {
            close();
            void navigate('/profile');
          }}
        >
          {translate('profile.title')}
        </MenuItem>
        <MenuItem
          onClick={() => {
            close();
            void logout({}, '/login', false);
          }}
        >
          {translate('ra.auth.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}
