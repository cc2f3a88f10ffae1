import { useTranslate } from 'react-admin';
import type { ShownSession } from '#framework/system/wire.ts';
import { deviceOf } from '#rules/accounts/device.ts';

/** A session's device by its name, the browser's whole line in the tooltip. */
export function Device({ of: { agent, via } }: { of: Pick<ShownSession, 'agent' | 'via'> }) {
  const translate = useTranslate();
  return <span title={agent}>{via === 'oidc' ? `${deviceOf(agent)} (${translate('ops.viaoidc')})` : deviceOf(agent)}</span>;
}
