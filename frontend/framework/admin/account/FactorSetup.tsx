/** A second factor is set up: the password, the app's QR code and what the app shows, then the recovery codes, this once. */
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { encode } from 'uqr';
import { call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import type { NewFactor } from '#framework/accounts/wire.ts';
import { FactorCode } from './FactorCode.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useFailure } from './use-failure.ts';
import './factor.css';

interface Props {
  /** the recovery codes are stored somewhere safe */
  onDone: () => void;
  onCancel?: () => void;
  size?: 'small' | 'medium';
}

export function FactorSetup({ onDone, onCancel, size = 'small' }: Props) {
  const translate = useTranslate();
  const words = useWords();
  const [old, setOld] = useState('');
  const [made, setMade] = useState<NewFactor>();
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      if (made) setCodes((await call('POST /api/auth/factor/confirm', { body: { code } })).codes);
      else setMade(await call('POST /api/auth/factor', { body: { old } }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  return (
    <form className="factor" onSubmit={submit}>
      {failure !== undefined && (
        <p className="login-error" role="alert">
          {failureLines(failure, words).join(' ')}
        </p>
      )}
      {made ? (
        <>
          <span className="soft" role="status">
            {translate('factor.scan')}
          </span>
          <QrCode text={made.uri} label={translate('factor.qr')} />
          <TextField
            label={translate('factor.secret')}
            value={made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            onFocus={(event) => event.target.select()}
            multiline
            size={size}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
          <FactorCode label={translate('factor.code')} value={code} onChange={setCode} size={size} />
        </>
      ) : (
        <TextField
          label={translate('profile.old')}
          name="old"
          type="password"
          autoComplete="current-password"
          value={old}
          onChange={(event) => setOld(event.target.value)}
          size={size}
          slotProps={{ htmlInput: { required: true, maxLength: 128 } }}
        />
      )}
      <div className="factor-buttons">
        <Button type="submit" variant="contained" disabled={busy}>
          {translate(made ? 'factor.confirm' : 'factor.start')}
        </Button>
        {onCancel && <Button onClick={onCancel}>{translate('factor.cancel')}</Button>}
      </div>
    </form>
  );
}

/** Black on white in the dark look too: cameras read it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 4 }), [text]);
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg className="factor-qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
