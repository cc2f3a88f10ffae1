import { useState } from 'react';
import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { pageLang } from '../facts.ts';
import { Button, part, Spinner } from '../ui/index.ts';
import type { AccountMenuProps } from './account-menu-props.ts';
import './account.css';
import { Soon } from '#ui/soon.tsx';
import { fill, useAccountTexts } from './texts.ts';
import { useMe } from './use-me.ts';

const AccountDialog = part(() => import('./AccountDialog.tsx'), 'account');

/** The button of one's own account; nothing where nobody is signed in. */
export function AccountMenu(props: AccountMenuProps) {
  const texts = useAccountTexts();
  const { me } = useMe(props.realm);
  const [isOpen, setOpen] = useState(false);
  if (!me) return null;
  const [own, other] = bothSides(pageLang(), me.name, 'ename' in me ? me.ename : '');
  return (
    <>
      <Button look="plain" className="account-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>{fill(texts.menu.open, { name: own || other || me.email })}</span>
      </Button>
      {isOpen && (
        <Soon fallback={<Spinner />}>
          <AccountDialog {...props} onClose={() => setOpen(false)} />
        </Soon>
      )}
    </>
  );
}
