/** Shows in numbers what a release will do, and asks for the campaign's id to be typed before it starts. */
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Decisions } from '#application/campaign/wire.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { Confirm } from '#ui/Confirm.tsx';

export function ReleaseDialog({ campaign, decisions, onClose }: { campaign: string; decisions: Decisions; onClose: () => void }) {
  const translate = useTranslate();
  const { positive, negative } = useNotices();
  const { busy, send } = useDashboardChange();
  // One idempotency key for this dialog: a second press, or a retry after a lost answer, does not release twice.
  const [key] = useState(() => `release-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`);
  const run = async (typed: string) => {
    const { select, decline } = decisions;
    const done = await send('POST /api/desk/:campaign/release', { at: { campaign }, body: { confirm: typed, select, decline }, key });
    if (done) {
      positive(translate('desk.decide.done', { select: done.select, decline: done.decline, mails: done.mails }));
      if (done.unreachable.length) negative(translate('desk.decide.unreachable', { smart_count: done.unreachable.length }));
    }
    onClose();
  };
  const content = (
    <>
      <ul className="desk-effects">
        {(['select', 'decline', 'held', 'open'] as const)
          .filter((name) => decisions[name] > 0)
          .map((name) => (
            <li key={name}>{translate(`desk.decide.effect.${name}`, { smart_count: decisions[name] })}</li>
          ))}
      </ul>
      <Alert severity="warning">{translate('desk.decide.warn')}</Alert>
    </>
  );
  return (
    <Confirm
      question={{
        title: translate('desk.decide.releasetitle', { title: campaign }),
        content,
        confirm: translate('desk.decide.go'),
        typed: decisions.typed,
        typedLabel: translate('desk.decide.typed', { typed: decisions.typed }),
        busy,
      }}
      onAnswer={(yes, typed = '') => (yes ? void run(typed) : onClose())}
    />
  );
}
