/** R10: what waits for who looks, what needs attention, and their cards. */
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useSession } from '#client/session.ts';
import { Attention } from './Attention.tsx';
import { Cards } from './Cards.tsx';
import { Waits } from './Waits.tsx';
import './home.css';

export default function Home() {
  const translate = useTranslate();
  const { user } = useSession();
  useEffect(() => {
    document.title = `${translate('home.title')} · Reelbase`;
  }, [translate]);
  return (
    <div className="home">
      <h1>{translate('home.hello', { name: user.name || user.id })}</h1>
      <div className="home-grid">
        <div>
          <Attention />
          <Waits />
        </div>
        <Cards />
      </div>
    </div>
  );
}
