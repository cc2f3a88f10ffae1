/** What happens to an enrolment after its submission: of the campaign's windows and its own state, only what is known (decision 122). Pure. */
import { type WindowState, windowState } from '#application/campaign/rules/window.ts';
import { clockAt, instant, zoneHours } from '#framework/time.ts';

export interface TimeStep {
  key: 'submitted' | 'check' | 'jury' | 'result' | 'forum';
  state: 'done' | 'now' | 'ahead';
  /** instants ('YYYY-MM-DD hh:mm:ss' UTC), or days ('YYYY-MM-DD') of the forum; '' where unknown */
  from: string;
  until: string;
}

/** What an applicant may know of their own enrolment; instants are '' for never. */
export interface Submission {
  status: string;
  submitAt: string;
  verifyAt: string;
  /** when the decision went out by mail */
  toldAt: string;
}

export interface Times {
  select: { start: string; end: string };
  days: readonly { date: string }[];
  zone: string;
}

const states = { not_started: 'ahead', open: 'now', ended: 'done' } as const satisfies Record<WindowState, TimeStep['state']>;

/** In their order; none of a draft or a withdrawn enrolment. A step whose time nobody has set yet is left out, so that nothing is promised. */
export function timelineOf({ status, submitAt, verifyAt, toldAt }: Submission, { select, days, zone }: Times, now: string): TimeStep[] {
  if (status === 'draft' || status === 'withdrawn') return [];
  const isChecked = status !== 'submitted';
  const isSelected = status === 'selected';
  const isAnnounced = isSelected || toldAt !== '';
  const steps: TimeStep[] = [
    { key: 'submitted', state: 'done', from: submitAt, until: '' },
    { key: 'check', state: isChecked ? 'done' : 'now', from: isChecked ? verifyAt : '', until: '' },
  ];
  if (select.start !== '') {
    const state = isAnnounced ? 'done' : states[windowState(select.start, select.end, now)];
    // The jury reads what staff have checked, and nothing else.
    steps.push({ key: 'jury', state: isChecked ? state : 'ahead', from: select.start, until: select.end });
  }
  if (isAnnounced) steps.push({ key: 'result', state: 'done', from: toldAt, until: '' });
  else if (select.end !== '') steps.push({ key: 'result', state: isChecked && now >= select.end ? 'now' : 'ahead', from: select.end, until: '' });
  const dates = days
    .map(({ date }) => date)
    .filter(Boolean)
    .sort();
  const [first = '', last = first] = [dates[0], dates.at(-1)];
  // Whoever was told that it was not selected has no forum ahead.
  if (first !== '' && (isSelected || !isAnnounced)) {
    const today = clockAt(instant(now), zoneHours(zone) * 60).slice(0, 10);
    steps.push({ key: 'forum', state: today < first ? 'ahead' : today > last ? 'done' : 'now', from: first, until: last });
  }
  return steps;
}
