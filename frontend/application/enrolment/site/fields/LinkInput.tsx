import { useEffect, useRef, useState } from 'react';
import { isLink } from '#application/enrolment/rules/enrolment.ts';
import type { LengthSaid } from '#application/site/wire.ts';
import { call } from '#screens/site/call.ts';
import { playerOf, wholeLink } from '../engine/links.ts';
import { fill } from '../texts.ts';
import { Frame } from './Frame.tsx';
import { aria, type FieldProps, idOf } from './field.ts';

type Checked = { url: string; state: 'checking' | 'fine' | 'form' | 'bad' | 'unknown'; message?: string; length?: LengthSaid };

/**
 * An address. It is completed when the focus leaves the field and checked by the server; a line says how it will be shown. A dead link is a warning,
 * not an error.
 */
export function LinkInput(props: FieldProps) {
  const { path, field, value, t, onChange, onLeave } = props;
  const text = typeof value === 'string' ? value : '';
  const [checked, setChecked] = useState<Checked>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function check(url: string) {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setChecked({ url, state: 'checking' });
    try {
      const { ok, formOnly, message, length } = await call('POST /api/site/link', { body: { url, limits: props.limits }, signal: control.signal });
      setChecked({ url, state: !ok ? 'bad' : formOnly ? 'form' : 'fine', message, length });
    } catch {
      // Offline or too many requests: neither says anything about the link.
      if (!control.signal.aborted) setChecked({ url, state: 'unknown' });
    }
  }

  function leave() {
    const whole = wholeLink(text);
    if (whole !== text) onChange(whole);
    onLeave();
    if (isLink(whole) && checked?.url !== whole) void check(whole);
  }

  const isShown = isLink(text);
  const player = playerOf(text);
  // Only a link that opens gets the line about its player.
  const isBad = checked?.url === text && checked.state === 'bad';
  return (
    <Frame
      of={props}
      note={
        isShown && (
          <p className="ui-note enrol-link-note">
            {!isBad && <span>{player ? fill(t.form.plays, { player }) : t.form.opens}</span>}
            <a href={text} target="_blank" rel="noreferrer">
              {t.form.openLink}
            </a>
          </p>
        )
      }
    >
      <input
        className="ui-box"
        id={idOf(path)}
        type="text"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        maxLength={field.maxLength}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onBlur={leave}
        {...aria(props)}
      />
      <p className={`enrol-checked is-${checked?.url === text ? checked.state : 'unknown'}`} role="status">
        {checked?.url === text && sayingOf(checked, t)}
      </p>
      {checked?.url === text && checked.length && (
        <p className={checked.length.isOther ? 'ui-note is-over' : 'ui-note'} role="status">
          {checked.length.message}
        </p>
      )}
    </Frame>
  );
}

function sayingOf({ state, message = '' }: Checked, t: FieldProps['t']): string {
  if (state === 'checking') return t.form.checking;
  if (state === 'fine') return t.form.linkFine;
  if (state === 'form') return t.form.linkForm;
  if (state !== 'bad') return '';
  return message ? fill(t.form.linkBad, { reason: message.replace(/[。.]$/, '') }) : t.form.linkBadPlain;
}
