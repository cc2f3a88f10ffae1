/** What a card or panel says where it has nothing to show: not yet, not at all, or not any more. */

import { useTranslate } from 'react-admin';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { Pending } from '../layout/Layout.tsx';

export function State({ error }: { error: Error | null }) {
  return error ? <FailureLine error={error} /> : <Pending />;
}

export function Gone() {
  const translate = useTranslate();
  return <p className="soft">{translate('home.cards.gone')}</p>;
}
