/** Whether a link looks passed on, and why. */
import { useTranslate } from 'react-admin';
import type { Leak } from '#domain/viewing/leak.ts';
import { useWordsOf } from '../use-words.ts';

export function LeakMark({ leak }: { leak: Leak }) {
  const translate = useTranslate();
  const words = useWordsOf();
  if (leak.level === 'none')
    return <span className="soft">{leak.networks > 0 ? translate('vpman.leak.none', { networks: leak.networks, devices: leak.devices }) : '–'}</span>;
  return (
    <>
      <span className="badge" data-color={leak.level === 'likely' ? 'red' : 'orange'}>
        {translate(`vpman.leak.${leak.level}`)}
      </span>
      <ul className="vpman-why">
        {leak.why.map((why) => (
          <li key={why.code}>{words.leak(why)}</li>
        ))}
      </ul>
    </>
  );
}
