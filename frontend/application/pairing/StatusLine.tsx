/** Says what a drop would do or what was done, for eyes and for screen readers. A change can be undone here. */
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useTimeout } from '#client/use-timeout.ts';
import { type Status, useSaid } from './status.ts';

/** How long a message stays, ms. On a phone it floats over the list like a pop-up (B06). */
const shown = 20_000;

interface StatusLineProps {
  status: Status;
  carrying: boolean;
  onLeave: () => void;
  /** undefined where it cannot be undone */
  onUndo: (() => void) | undefined;
  isPhone: boolean;
}

export function StatusLine({ status, carrying, onLeave, onUndo, isPhone }: StatusLineProps) {
  const translate = useTranslate();
  const { text, kind, isDone } = useSaid(status);
  const popup = useTimeout('popupTimeout');
  useEffect(() => {
    const time = isPhone ? popup : shown;
    if (!text || carrying || time === undefined) return;
    const timer = setTimeout(() => status.say(''), time);
    return () => clearTimeout(timer);
  }, [carrying, isPhone, popup, status, text]);
  return (
    <div className={isPhone ? 'pb-status pb-status-phone' : 'pb-status'} data-kind={kind} data-empty={!text || undefined}>
      <span role="status" aria-live="polite">
        {text || (isPhone ? '' : translate('pairing.hint'))}
      </span>
      {carrying && <Button onClick={onLeave}>{translate('pairing.leave')}</Button>}
      {!carrying && isDone && onUndo && <Button onClick={onUndo}>{translate('pairing.undo')}</Button>}
    </div>
  );
}
