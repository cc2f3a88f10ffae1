/** The person's role demands a second factor and there is none: nothing but setting it up. */
import Button from '@mui/material/Button';
import { useLogout, useTranslate } from 'react-admin';
import { LanguageSwitch, ThemeSwitch } from '../layout/Switches.tsx';
import { FactorSetup } from './FactorSetup.tsx';
import '../layout/layout.css';

export default function NewFactor() {
  const translate = useTranslate();
  const logout = useLogout();
  return (
    <main className="login">
      <div className="login-card">
        <div className="login-switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <div>
          <h1>Reelbase</h1>
          <span className="soft">{translate('factor.first')}</span>
        </div>
        {/* every attempt was refused so far, and what is due is asked for again */}
        <FactorSetup size="medium" onDone={() => location.reload()} />
        <Button onClick={() => void logout({}, '/login', false)}>{translate('ra.auth.logout')}</Button>
      </div>
    </main>
  );
}
