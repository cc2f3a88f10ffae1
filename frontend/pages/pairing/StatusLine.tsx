/** What would happen, in words, for eyes and for screen readers. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { type Status, useSaid } from './status.ts';

export function StatusLine({ status, carrying, onLeave }: { status: Status; carrying: boolean; onLeave: () => void }) {
  const translate = useTranslate();
  const { text, kind } = useSaid(status);
  return (
    <div className="pb-status" data-kind={kind}>
      <span role="status" aria-live="polite">
        {text || translate('pairing.hint')}
      </span>
      {carrying && <Button onClick={onLeave}>{translate('pairing.leave')}</Button>}
    </div>
  );
}
