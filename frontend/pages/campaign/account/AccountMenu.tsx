import { lazy, Suspense, useState } from 'react';
import type { SiteRealm } from '#domain/actor.ts';
import { Button } from '../ui/index.ts';
import './account.css';
import { fill, useAccountTexts } from './texts.ts';
import { useMe } from './use-me.ts';

const AccountDialog = lazy(() => import('./AccountDialog.tsx'));

export interface AccountMenuProps {
  realm: SiteRealm;
  /** id of the campaign whose mails go out; the page's own where it is left out */
  campaign?: string;
  /** before somebody signs out: what was typed is saved first */
  beforeSignOut?: () => Promise<void>;
  onSignedOut?: () => void;
}

/** The button of one's own account; shows nothing where nobody is signed in. */
export function AccountMenu(props: AccountMenuProps) {
  const texts = useAccountTexts();
  const { me } = useMe(props.realm);
  const [isOpen, setOpen] = useState(false);
  if (!me) return null;
  return (
    <>
      <Button look="plain" className="account-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{fill(texts.menu.open, { name: me.name || me.email })}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AccountDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
