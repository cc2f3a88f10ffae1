/** The frame of every screen but sign-in: menu at the side, a slim bar above, the screen itself. */
import MenuIcon from '@mui/icons-material/Menu';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { Link, Outlet, useLocation } from 'react-router';
import { ObjectsProvider } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { SessionGate } from '../account/SessionGate.tsx';
import { ViewBanner } from '../account/ViewBanner.tsx';
import { BoxButton } from '../box/BoxButton.tsx';
import { NotFound } from '../errors/NotFound.tsx';
import { BuildWatch } from './BuildWatch.tsx';
import { KeyHelp } from './KeyHelp.tsx';
import { Menu } from './Menu.tsx';
import { LanguageSwitch, ThemeSwitch, UserMenu } from './Switches.tsx';
import { TopMenu } from './TopMenu.tsx';
import './layout.css';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { from } from '#ui/widths.ts';

const Bell = part(() => import('../comments/Bell.tsx'), 'notices');

const strangersPage = (
  <main>
    <NotFound />
  </main>
);

export function Layout() {
  // The server answered 404 for the address that the page was opened with: no sign-in is needed to see that (R42).
  const [missing] = useState(answeredMissing);
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  return (
    <SessionGate pending={<Pending />} {...(missing && pathname === first && { stranger: strangersPage })}>
      <ObjectsProvider pending={<Pending />}>
        <Frame />
      </ObjectsProvider>
    </SessionGate>
  );
}

function Frame() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const isWide = useMediaQuery(from('wide'), { noSsr: true });
  const { user } = useSession();
  // 0 full, 1 icons, 2 top bar; folding or unfolding it is remembered in this browser.
  const style = isWide ? Number(user.menu ?? 0) : 0;
  const [narrow, setNarrow] = useStore('menu.narrow', style === 1);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes on every move
  useEffect(() => setOpen(false), [pathname]);
  const toggle = () => (isWide ? setNarrow(!narrow) : setOpen(!open));
  return (
    <div className={`frame${style === 2 ? ' frame-top' : narrow ? ' frame-narrow' : ''}`}>
      <a className="skip" href="#screen">
        {translate('ra.navigation.skip_nav')}
      </a>
      <header className="topbar">
        {style !== 2 && (
          <IconButton onClick={toggle} aria-label={translate(open || (isWide && !narrow) ? 'ra.action.close_menu' : 'ra.action.open_menu')}>
            <MenuIcon fontSize="small" />
          </IconButton>
        )}
        <Link to="/" className="brand">
          Reelbase
        </Link>
        <div className="topbar-space" />
        <BoxButton />
        <Soon fallback={null}>
          <Bell />
        </Soon>
        <KeyHelp />
        <LanguageSwitch />
        <ThemeSwitch />
        <UserMenu />
      </header>
      {style === 2 ? (
        <nav className="top-menu" aria-label={translate('menu.label')}>
          <TopMenu />
        </nav>
      ) : isWide ? (
        <nav className="side" aria-label={translate('menu.label')}>
          <Menu narrow={narrow} />
        </nav>
      ) : (
        <Drawer open={open} onClose={() => setOpen(false)}>
          <nav className="side side-drawer" aria-label={translate('menu.label')}>
            <Menu narrow={false} />
          </nav>
        </Drawer>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
      <main id="screen" className="screen" tabIndex={0}>
        <ViewBanner />
        <Soon fallback={<Pending />}>
          <Outlet />
        </Soon>
      </main>
      <BuildWatch />
    </div>
  );
}

/** Bones of a page; they show only after 200 ms. */
export function Pending() {
  const translate = useTranslate();
  return (
    <div className="pending" role="status">
      <span className="unseen">{translate('ra.page.loading')}</span>
      <div className="bone" style={{ width: '30%' }} />
      <div className="bone" style={{ width: '80%' }} />
      <div className="bone" style={{ width: '60%' }} />
    </div>
  );
}

/** The server writes the status of the page into it. */
function answeredMissing(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="status"]')?.content === '404';
}
