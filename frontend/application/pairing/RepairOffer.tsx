/** On a decision maker's or a pitch's form: when a change would remove times that have meetings, offers a repair of the timetable to free them. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotificationContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';
import { lostTimes } from '#application/pairing/rules/paint.ts';
import type { Row } from '#codegen/model.ts';
import { draftWaits } from '#form/drafts/LeaveGuard.tsx';
import { type Interval, intervalsOf } from '#rules/values/intervals.ts';

const sides: Record<string, 'dm' | 'pitch'> = { decision_maker: 'dm', pitch: 'pitch' };

export function RepairOffer({ object, before, after, codes, keep }: FormPart) {
  const translate = useTranslate();
  const { resetNotifications } = useNotificationContext();
  const side = sides[object];
  if (!side || !codes.includes('rule.keptslot')) return null;
  const times = (row: Row): { available?: Interval[]; unavailable: Interval[] } => ({
    ...(side === 'dm' ? { available: intervalsOf(row.available) } : {}),
    unavailable: intervalsOf(row.unavailable),
  });
  const search = new URLSearchParams({ campaign: String(before.cid), repair: `${side} ${String(before.id)}` });
  const leave = () => {
    keep();
    // Shown with the refusal at the foot of the page.
    resetNotifications();
  };
  for (const { start, end } of lostTimes(times(before), times(after))) search.append('away', `${start}/${end}`);
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" component={Link} to={`/oooman?${search.toString()}`} state={draftWaits} onClick={leave}>
          {translate('pairing.offered.go')}
        </Button>
      }
    >
      {translate('pairing.offered.text')}
    </Alert>
  );
}
