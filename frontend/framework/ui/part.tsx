/** Parts of the back office that are fetched apart: screens, tabs, rarely opened dialogs. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { Fetched } from './fetched.ts';
import { reloadOnce } from './reload-guard.ts';
import { type Part, soon } from './soon.tsx';

/** What a part is called where it is missing: part.what in locales/{tw,en}/admin.json. */
export type PartName = 'screen' | 'tab' | 'filter' | 'import' | 'bulk' | 'form' | 'shape' | 'find' | 'view' | 'notices' | 'comments';

/**
 * A component that is fetched when it is needed. Without a connection its place says what is missing, and it loads by itself when the connection is back;
 * where another build has replaced it the page is reloaded (R46).
 */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, name: PartName = 'screen'): Part<P> {
  const source = new Fetched(load);
  const begin = async () => {
    await source.fetch();
    if (source.state() === 'gone') await reloadOnce();
  };
  return soon(source, ({ source }) => <Missing source={source} name={name} />, begin);
}

/** `pending` while it is on its way; then, where it does not come, what is missing. */
export function Awaited({ source, name, pending }: { source: Fetched<unknown>; name: PartName; pending: ReactNode }) {
  const state = useSyncExternalStore(source.subscribe, source.state);
  return state === 'away' || state === 'gone' ? <Missing source={source} name={name} /> : pending;
}

function Missing({ source, name }: { source: Fetched<unknown>; name: PartName }) {
  const translate = useTranslate();
  const isGone = useSyncExternalStore(source.subscribe, source.state) === 'gone';
  const [isBusy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    await source.fetch();
    setBusy(false);
  };
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ m: 2, alignSelf: 'start' }}
      action={
        <Button color="inherit" size="small" disabled={isBusy} onClick={() => (isGone ? location.reload() : void again())}>
          {translate(isGone ? 'part.reload' : 'part.again')}
        </Button>
      }
    >
      {translate(isGone ? 'part.gone' : 'part.away', { what: translate(`part.what.${name}`) })}
    </Alert>
  );
}
