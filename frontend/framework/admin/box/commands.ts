/** Screens and commands of the box: what the menu has, and what one may do anywhere. */
import { useLogout, useTheme, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useSession } from '#client/session.ts';
import { language, languages } from '#rules/words/language.ts';
import { useMenu } from '../layout/Menu.tsx';

interface Command {
  key: string;
  group: string;
  label: string;
  run(): void;
}

export function useCommands(): Command[] {
  const translate = useTranslate();
  const navigate = useNavigate();
  const logout = useLogout();
  const text = useText();
  const { may } = useSession();
  const { lang, setLang } = useLanguage();
  const [theme, setTheme] = useTheme();
  const objects = useObjects();
  const { groups, last } = useMenu();
  const screens = [
    { to: '/', label: translate('menu.home') },
    ...groups.flatMap(({ items }) => items),
    ...last,
    { to: '/profile', label: translate('profile.title') },
  ];
  const commands = [
    ...objects
      .filter(({ model }) => may(model, 'create'))
      .map(({ name, model }) => ({ key: `new ${name}`, label: translate('form.new', { name: text(model.label) }), run: () => void navigate(editPath(model)) })),
    ...languages
      .filter((other) => other !== lang)
      .map((other) => ({ key: `language ${other}`, label: translate('find.language', { name: language[other].name }), run: () => void setLang(other) })),
    { key: 'theme', label: translate('ra.action.toggle_theme'), run: () => setTheme(theme === 'dark' ? 'light' : 'dark') },
    { key: 'leave', label: translate('ra.auth.logout'), run: () => void logout({}, '/login', false) },
  ];
  return [
    ...screens.map(({ to, label }) => ({ key: `screen ${to}`, group: translate('find.screens'), label, run: () => void navigate(to) })),
    ...commands.map((command) => ({ ...command, group: translate('find.commands') })),
  ];
}
