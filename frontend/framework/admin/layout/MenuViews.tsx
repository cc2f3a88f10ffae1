/** The views of an object under its entry of the menu: one's own first, those that others see marked; the list folds. */
import { useStore, useTranslate } from 'react-admin';
import { Link, useLocation } from 'react-router';
import type { View } from '#framework/views/wire.ts';

export function MenuViews({ to, label, views }: { to: string; label: string; views: View[] }) {
  const translate = useTranslate();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useStore(`menu.views.${to}`, false);
  const isHere = pathname === to;
  const current = isHere ? new URLSearchParams(search).get('view') : null;
  return (
    <>
      <button type="button" className="menu-fold" aria-expanded={open} aria-label={translate('view.menu', { name: label })} onClick={() => setOpen(!open)}>
        {open ? '▼' : '▶'}
      </button>
      {open && (
        <ul className="menu-list menu-views">
          {views.map(({ id, name, scope }) => (
            <li key={id}>
              <Link className="menu-item" to={`${to}?view=${encodeURIComponent(id)}`} aria-current={current === id ? 'page' : undefined}>
                <span>{name}</span>
                {scope !== 'me' && <span className="view-scope">{translate(`view.of.${scope}`)}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
