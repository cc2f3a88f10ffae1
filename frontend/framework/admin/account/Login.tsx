/** R11: sign-in, without the layout. */

import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLogin, useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { config } from '#client/http/config.ts';
import { ApiError, addressOf } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { languageOfUser } from '#client/signed-in-user.ts';
import type { Row } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { LanguageSwitch, ThemeSwitch } from '../layout/Switches.tsx';
import { FactorCode } from './FactorCode.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { useFailure } from './use-failure.ts';
import '../layout/layout.css';

export function Login() {
  const translate = useTranslate();
  const words = useWords();
  const { lang, setLang } = useLanguage();
  const login = useLogin();
  const state: { nextPathname?: string; nextSearch?: string; timeout?: boolean } = useLocation().state ?? {};
  const [id, setId] = useState('');
  const [pw, setPw] = useState('');
  /** of the second factor; undefined until it is asked for */
  const [code, setCode] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const { data: settings } = useQuery({ queryKey: ['config'], queryFn: config });
  // Why the provider's sign-in came to nothing.
  const [refused, setRefused] = useState(() => takeFromHash(/^#refused=(msg\.\w+)$/));
  // A link that was handed over; held in the page only, so that nobody finds it in the address afterwards.
  const [token, setToken] = useState(() => takeFromHash(/^#reset=([\w-]+)$/));
  const [resetting, setResetting] = useState(token !== undefined);
  const [wasReset, setWasReset] = useState(false);
  useEffect(() => {
    document.title = `${translate('ra.auth.sign_in')} · Reelbase`;
  }, [translate]);
  const next = state.nextPathname ? state.nextPathname + (state.nextSearch ?? '') : '/';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    setRefused(undefined);
    try {
      const user: Row | undefined = await login({ id: id.trim(), pw, ...(code !== undefined && { code: code.trim() }) }, next);
      const own = user && !/(^|;\s*)lang=/.test(document.cookie) && languageOfUser(user);
      // On a browser without a choice of language, the account's language is used.
      if (own) await setLang(own);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'msg.factor') setCode('');
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const startAnew = () => {
    setCode(undefined);
    setPw('');
    setFailure(undefined);
  };
  const endReset = (account: string | undefined) => {
    setToken(undefined);
    setResetting(false);
    setFailure(undefined);
    setWasReset(account !== undefined);
    if (account !== undefined) setId(account);
  };
  const before = !navigator.cookieEnabled ? [translate('auth.cookies')] : refused ? [words(refused)] : state.timeout ? [words('status.440')] : [];
  const problem = failure === undefined ? before : failureLines(failure, words);
  return (
    <main className="login">
      <div className="login-card" lang={language[lang].html}>
        <div className="login-switches">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
        <div>
          <h1>Reelbase</h1>
          <span className="soft">{translate('login.lead')}</span>
        </div>
        {resetting ? (
          <ResetPassword token={token} first={id} onEnd={endReset} />
        ) : (
          <form className="login-part" onSubmit={submit}>
            {wasReset && (
              <span className="soft" role="status">
                {translate('signin.done')}
              </span>
            )}
            {problem.length > 0 && (
              <p className="login-error" role="alert">
                {problem.join(' ')}
              </p>
            )}
            {code === undefined ? (
              <>
                <TextField
                  label={translate('login.id')}
                  name="id"
                  autoComplete="username"
                  value={id}
                  onChange={(event) => setId(event.target.value)}
                  autoFocus
                  size="medium"
                  slotProps={{ htmlInput: { required: true } }}
                />
                <TextField
                  label={translate('ra.auth.password')}
                  name="pw"
                  type="password"
                  autoComplete="current-password"
                  value={pw}
                  onChange={(event) => setPw(event.target.value)}
                  size="medium"
                  slotProps={{ htmlInput: { required: true } }}
                />
              </>
            ) : (
              <>
                <span className="soft" role="status">
                  {translate('factor.login')}
                </span>
                <FactorCode label={translate('factor.anycode')} value={code} onChange={setCode} size="medium" />
              </>
            )}
            <Button type="submit" variant="contained" size="large" disabled={busy}>
              {translate('ra.auth.sign_in')}
            </Button>
            {code === undefined && settings?.signInWith && (
              <Button variant="outlined" size="large" href={addressOf('GET /api/auth/oidc/start', { query: { next } })}>
                {translate('signin.with', { name: settings.signInWith })}
              </Button>
            )}
            {code === undefined ? (
              <Button onClick={() => setResetting(true)}>{translate('signin.forgot')}</Button>
            ) : (
              <Button onClick={startAnew}>{translate('signin.back')}</Button>
            )}
          </form>
        )}
      </div>
    </main>
  );
}

/** What stands behind the '#' of the address, which is cleared. */
function takeFromHash(shape: RegExp): string | undefined {
  const token = shape.exec(location.hash)?.[1];
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
