import { useEffect, useState } from 'react';
import { ApiError } from '../call.ts';
import { Button, TextField } from '../ui/index.ts';
import { fill, useAccountTexts, wrongOf } from './texts.ts';

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** called when all six digits are there, so that no button has to be pressed */
  onWhole?: () => void;
}

/** A box for six digits: typed, pasted together with other text, or filled in from the mail by the phone. */
export function CodeField({ value, onChange, error, onWhole }: CodeFieldProps) {
  const texts = useAccountTexts();
  return (
    <div className="account-code">
      <TextField
        label={texts.field.code}
        help={onWhole && texts.help.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        required
        value={value}
        error={error}
        onChange={(typed) => {
          const digits = typed.normalize('NFKC').replace(/\D/g, '').slice(0, 6);
          onChange(digits);
          if (digits.length === 6 && digits !== value) onWhole?.();
        }}
      />
    </div>
  );
}

interface SendAgainProps {
  /** when the last code was sent, ms since 1970 */
  sentAt: number;
  /** requests another code; gives the time when it was sent */
  send: () => Promise<void>;
  onError: (text: string) => void;
}

const everyMs = 60_000;

/** The button 'send again', available one minute after the last code. */
export function SendAgain({ sentAt, send, onError }: SendAgainProps) {
  const texts = useAccountTexts();
  const [until, setUntil] = useState(sentAt + everyMs);
  const [now, setNow] = useState(Date.now());
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  useEffect(() => setUntil(sentAt + everyMs), [sentAt]);
  useEffect(() => {
    setNow(Date.now());
    if (until <= Date.now()) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  const wait = Math.ceil(Math.min(until - now, everyMs) / 1000);
  const again = async () => {
    setBusy(true);
    setSent(false);
    try {
      await send();
      setSent(true);
    } catch (error) {
      const seconds = error instanceof ApiError && error.code === 'msg.wait' ? (error.data as { wait?: number } | null)?.wait : undefined; // sent by the server
      if (seconds) setUntil(Date.now() + seconds * 1000);
      else onError(wrongOf(error, texts).form ?? (error as ApiError).sentence); // wrongOf gives nothing else
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="account-again">
      {wait > 0 ? (
        <p className="ui-help">{fill(texts.verify.wait, { wait })}</p>
      ) : (
        <Button look="plain" busy={isBusy} onClick={() => void again()}>
          {texts.verify.again}
        </Button>
      )}
      <p className="ui-help" role="status">
        {isSent ? texts.verify.resent : texts.verify.spam}
      </p>
    </div>
  );
}
