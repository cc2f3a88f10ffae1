import { type ComponentType, useState } from 'react';
import { Button, Notice } from '../ui/index.ts';
import type { AccountMenuProps } from './account-menu-props.ts';
import './account.css';
import { fill, useAccountTexts } from './texts.ts';
import { useMe } from './use-me.ts';

type Dialog = ComponentType<AccountMenuProps & { onClose: () => void }>;

/** The button of one's own account; shows nothing where nobody is signed in. Its dialog is fetched when it is wanted. */
export function AccountMenu(props: AccountMenuProps) {
  const texts = useAccountTexts();
  const { me } = useMe(props.realm);
  const [isOpen, setOpen] = useState(false);
  const [isAway, setAway] = useState(false);
  const [Shown, setShown] = useState<Dialog>();
  if (!me) return null;
  const open = async () => {
    setOpen(true);
    setAway(false);
    try {
      const { default: dialog } = await import('./AccountDialog.tsx');
      setShown(() => dialog);
    } catch {
      // The line is away: the page goes on, and another press tries again.
      setOpen(false);
      setAway(true);
    }
  };
  return (
    <>
      <Button look="plain" className="account-button" aria-haspopup="dialog" busy={isOpen && !Shown} onClick={() => void open()}>
        <span>{fill(texts.menu.open, { name: me.name || me.email })}</span>
      </Button>
      {isAway && <Notice tone="warn">{texts.wrong.offline}</Notice>}
      {isOpen && Shown && <Shown {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
