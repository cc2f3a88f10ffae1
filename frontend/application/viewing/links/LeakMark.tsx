/** Marks a link that was probably passed on to others, and says why. */
import { useTranslate } from 'react-admin';
import type { Leak } from '#application/viewing/rules/leak.ts';
import { useWordsOf } from '../use-words.ts';

export function LeakMark({ leak }: { leak: Leak }) {
  const translate = useTranslate();
  const words = useWordsOf();
  if (leak.level === 'none') {
    const networks = translate('vpman.leak.innetworks', { smart_count: leak.networks });
    const devices = translate('vpman.leak.ondevices', { smart_count: leak.devices });
    return <span className="soft">{leak.networks > 0 ? translate('vpman.leak.none', { networks, devices }) : '–'}</span>;
  }
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
