import { useState } from 'react';
import type { ApplicantFacts } from '#application/site/wire.ts';
import { siteFacts } from '../facts.ts';
import { Button, Dialog, Notice } from '../ui/index.ts';
import { AddressForm } from './AddressForm.tsx';
import type { AccountMenuProps } from './account-menu-props.ts';
import { OwnDataForm } from './OwnDataForm.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { useAccountTexts, wrongOf } from './texts.ts';
import { useMe } from './use-me.ts';

type Tab = 'profile' | 'email' | 'password' | 'data';

/** The profile, e-mail address, password and data of one's own account, and the button to sign out. */
export default function AccountDialog({
  realm,
  campaign = siteFacts().campaign?.id ?? '',
  beforeSignOut,
  onSignedOut,
  onClose,
}: AccountMenuProps & { onClose: () => void }) {
  const texts = useAccountTexts();
  const own = useMe(realm);
  const tabs: readonly Tab[] = realm === 'applicant' ? ['profile', 'email', 'password', 'data'] : ['password', 'data'];
  const [tab, setTab] = useState<Tab>(tabs[0] ?? 'password');
  const [isLeaving, setLeaving] = useState(false);
  const [isErased, setErased] = useState(false);
  const [wrong, setWrong] = useState('');
  const signOut = async () => {
    setLeaving(true);
    try {
      await beforeSignOut?.();
      await own.signOut();
      onClose();
      onSignedOut?.();
    } catch (error) {
      setLeaving(false);
      setWrong(wrongOf(error, texts).form ?? texts.wrong.offline);
    }
  };
  /** Nobody is signed in any more once the account is erased; the page learns of it when the words about it were read. */
  const close = () => {
    onClose();
    if (!isErased) return;
    own.lose(false);
    onSignedOut?.();
  };
  const me = own.me;
  if (!me) return null;
  return (
    <Dialog title={texts.menu.label} onClose={close} firm actions={<Button onClick={close}>{texts.menu.close}</Button>}>
      <div className="account-who" hidden={isErased}>
        <span>{me.email}</span>
        <Button look="plain" busy={isLeaving} onClick={() => void signOut()}>
          {isLeaving ? texts.menu.signingOut : texts.menu.signOut}
        </Button>
      </div>
      {wrong && <Notice tone="bad">{wrong}</Notice>}
      {!isErased && (
        <div className="account-tabs">
          {tabs.map((name) => (
            <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
              {texts.menu[name]}
            </button>
          ))}
        </div>
      )}
      {/* All tabs stay in the page, so that typed text is still there after a look at another tab. */}
      {realm === 'applicant' && (
        <>
          <div hidden={tab !== 'profile'}>
            <ProfileForm me={me as ApplicantFacts /* the facts of an applicant, because that is the realm */} />
          </div>
          <div hidden={tab !== 'email'}>
            <AddressForm email={me.email} campaign={campaign} />
          </div>
        </>
      )}
      <div hidden={tab !== 'password'}>
        <PasswordForm realm={realm} email={me.email} />
      </div>
      {tab === 'data' && <OwnDataForm realm={realm} onErased={() => setErased(true)} />}
    </Dialog>
  );
}
