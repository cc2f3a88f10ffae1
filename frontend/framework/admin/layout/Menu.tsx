/** The menu follows the objects that the role may list; groups come from the schemas. */
import BuildIcon from '@mui/icons-material/BuildOutlined';
import ChecklistIcon from '@mui/icons-material/ChecklistOutlined';
import TrashIcon from '@mui/icons-material/DeleteOutlined';
import HistoryIcon from '@mui/icons-material/History';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import KeyIcon from '@mui/icons-material/KeyOutlined';
import SchemaIcon from '@mui/icons-material/SchemaOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import { type ComponentType, type MouseEvent, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { NavLink } from 'react-router';
import { useText } from '#client/language.tsx';
import { type ClientEntry, useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import type { View } from '#framework/views/wire.ts';
import { Slot } from '#rules/slot.ts';
import { useViews } from '../list/views/use-view.ts';
import { iconOf } from './icons.ts';
import { MenuViews } from './MenuViews.tsx';

interface MenuEntry {
  to: string;
  label: string;
  icon: ComponentType;
  /** of the object's list */
  views?: View[];
}

/** Screens of the application: each in the group of the object `beside` it, for roles that may list that object. `label` is a key. */
export const moreEntries = new Slot<{ beside: string; to: string; label: string; icon: ComponentType }[]>([]);

/** What the signed-in person may open: groups of objects, then the pages about the system. */
export function useMenu(): { groups: { group: string; label: string; items: MenuEntry[] }[]; last: MenuEntry[] } {
  const translate = useTranslate();
  const text = useText();
  const { roles, may } = useSession();
  const objects = useObjects();
  const { views } = useViews();
  // The tools page is for those who may run anything there.
  const runs = objects.some(({ model }) => model.actions.some((action) => action.roles.some((role) => roles.includes(role))));
  const reads = objects.some(({ model }) => model.history && may(model, 'read'));
  const deletes = objects.some(({ model }) => model.trash && may(model, 'delete'));
  // Lists of options are for those who may change an object that has one.
  const lists = objects.some(({ model }) => may(model, 'update') && model.fields.some(({ codes }) => codes !== undefined));
  const pages: (MenuEntry | false)[] = [
    runs && { to: '/toolman', label: translate('menu.tools'), icon: BuildIcon },
    reads && { to: '/changes', label: translate('changes.title'), icon: HistoryIcon },
    deletes && { to: '/trash', label: translate('trash.title'), icon: TrashIcon },
    lists && { to: '/options', label: translate('menu.options'), icon: ChecklistIcon },
    isAdministrator(roles) && { to: '/permissions', label: translate('perm.menu'), icon: KeyIcon },
    isAdministrator(roles) && { to: '/schemas', label: translate('menu.schemas'), icon: SchemaIcon },
    isAdministrator(roles) && { to: '/sysman', label: translate('menu.system'), icon: SettingsIcon },
  ];
  const groups = groupEntries(objects.filter(({ model }) => may(model, 'list'))).map(([group, entries]) => ({
    group,
    label: translate(`menu.groups.${group}`, { _: group }),
    items: [
      ...moreEntries.value
        .filter(({ beside }) => entries.some(({ name }) => name === beside))
        .map(({ to, label, icon }) => ({ to, label: translate(label), icon })),
      ...entries.map(({ model }) => ({
        to: listPath(model),
        label: text(model.plural),
        icon: iconOf(model.entity.icon),
        views: views.filter(({ object }) => object === model.name),
      })),
    ],
  }));
  return { groups, last: pages.filter((page) => page !== false) };
}

/** Groups fold and stay as they were left on this device; words typed above show what they begin a word of, in folded groups too. */
export function Menu({ narrow }: { narrow: boolean }) {
  const translate = useTranslate();
  const { groups, last } = useMenu();
  const [folded, setFolded] = useStore<string[]>('menu.folded', []);
  const [typed, setTyped] = useState('');
  const words = narrow ? [] : typed.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = ({ label }: MenuEntry) => words.every((word) => label.toLowerCase().includes(word));
  const found = groups.map((group) => ({ ...group, items: group.items.filter(isMeant) })).filter(({ items }) => items.length > 0);
  const pages = last.filter(isMeant);
  return (
    <>
      {!narrow && (
        <input
          type="search"
          className="menu-search"
          aria-label={translate('menu.search')}
          placeholder={translate('menu.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        />
      )}
      {words.length === 0 && (
        <ul className="menu-list">
          <Item to="/" end icon={HomeIcon} label={translate('menu.home')} narrow={narrow} />
        </ul>
      )}
      {found.map(({ group, label, items }) => {
        const list = (
          <ul className="menu-list">
            {items.map((item) => (
              <Item key={item.to} {...item} narrow={narrow} />
            ))}
          </ul>
        );
        if (narrow) return <div key={group}>{list}</div>;
        const isOpen = words.length > 0 || !folded.includes(group);
        const fold = (event: MouseEvent) => {
          event.preventDefault(); // the stored folds say whether it is open, not the element
          if (words.length === 0) setFolded(isOpen ? [...folded, group] : folded.filter((one) => one !== group));
        };
        return (
          <details key={group} open={isOpen}>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button: its keys click */}
            <summary className="menu-group" onClick={fold}>
              {label}
            </summary>
            {list}
          </details>
        );
      })}
      {pages.length > 0 && (
        <div className="menu-last">
          <ul className="menu-list">
            {pages.map((item) => (
              <Item key={item.to} {...item} narrow={narrow} />
            ))}
          </ul>
        </div>
      )}
      {words.length > 0 && found.length + pages.length === 0 && <p className="menu-none">{translate('menu.none')}</p>}
    </>
  );
}

function Item({ to, end = false, icon: Icon, label, narrow, views = [] }: MenuEntry & { end?: boolean; narrow: boolean }) {
  return (
    <li>
      <NavLink to={to} end={end} className="menu-item" aria-label={label} title={narrow ? label : undefined}>
        <Icon />
        <span>{label}</span>
      </NavLink>
      {views.length > 0 && <MenuViews to={to} label={label} views={views} />}
    </li>
  );
}

/** Groups in the order of their first object. */
function groupEntries(entries: ClientEntry[]): [string, ClientEntry[]][] {
  const groups = new Map<string, ClientEntry[]>();
  for (const entry of entries) {
    const group = entry.model.entity.group || 'other';
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups];
}
