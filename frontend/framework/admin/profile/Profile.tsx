/** One's own account: a page for everybody, whatever their role may do with accounts. */
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useSession } from '#client/session.ts';
import { Account } from './Account.tsx';
import { Factor } from './Factor.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { Password } from './Password.tsx';
import '../home/home.css';
import './profile.css';

export default function Profile() {
  const translate = useTranslate();
  const { user } = useSession();
  useEffect(() => {
    document.title = `${translate('profile.title')} · Reelbase`;
  }, [translate]);
  return (
    <div className="system profile">
      <h1>
        {translate('profile.title')} <span className="soft">{user.id}</span>
      </h1>
      <Account key={Number(user.ver)} user={user} />
      <Password />
      <Factor />
      <OwnSessions />
    </div>
  );
}
