/** On an account's screen: the second factor of somebody who has lost it is taken away. */
import PhonelinkEraseIcon from '@mui/icons-material/PhonelinkErase';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { Confirm } from '#ui/Confirm.tsx';

export function FactorReset({ id }: { id: string }) {
  const translate = useTranslate();
  const { user, roles } = useSession();
  const { positive, failure } = useNotices();
  const [asked, setAsked] = useState(false);
  if (!isAdministrator(roles) || user.id === id) return null;
  const answer = async (yes: boolean) => {
    setAsked(false);
    if (!yes) return;
    try {
      await call('POST /api/pb/user/:id/factor/end', { at: { id }, body: {} });
      positive(translate('factor.wasreset'));
    } catch (error) {
      failure(error);
    }
  };
  const question = { title: translate('factor.resettitle', { id }), content: translate('factor.resethelp'), confirm: translate('factor.reset') };
  return (
    <div className="reset-link">
      <Button startIcon={<PhonelinkEraseIcon />} onClick={() => setAsked(true)}>
        {translate('factor.reset')}
      </Button>
      <Confirm question={asked ? question : undefined} onAnswer={(yes) => void answer(yes)} />
    </div>
  );
}
