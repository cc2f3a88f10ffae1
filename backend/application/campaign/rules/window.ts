/** S02, S03: the enrolment window and the selection window of a campaign, by the server's clock. Instants are 'YYYY-MM-DD hh:mm:ss' UTC. Pure. */
import type { Row } from '#codegen/model.ts';
import { instant } from '#framework/time.ts';

/** The state of an enrolment window or a selection window at an instant. */
export type WindowState = 'not_started' | 'open' | 'ended';

export type WindowKind = 'enrol' | 'select';

/** Grace after the end, ms: what was begun before the end (a draft, an upload) may be finished during it. */
export const grace = 10 * 60_000;
/** The countdown shows in the last hours, ms. */
export const countdownFrom = 72 * 3_600_000;

export interface CampaignWindow {
  state: WindowState;
  /** '' where none is set */
  start: string;
  end: string;
  /** open, and within the last 72 hours */
  isLast: boolean;
}

/** A window without a start has not started; one without an end stays open. The end is exclusive. */
export function windowState(start: string, end: string, now: string): WindowState {
  if (start === '' || now < start) return 'not_started';
  return end !== '' && now >= end ? 'ended' : 'open';
}

export function windowOf(campaign: Row, kind: WindowKind, now: string): CampaignWindow {
  const [start, end] = boundsOf(campaign, kind);
  const state = windowState(start, end, now);
  return { state, start, end, isLast: state === 'open' && end !== '' && instant(end) - instant(now) <= countdownFrom };
}

/** True where something new may be begun: a first draft, an upload, a selection. */
export function mayBegin(campaign: Row, kind: WindowKind, now: string): boolean {
  return windowOf(campaign, kind, now).state === 'open';
}

/** True where work that was begun at `begun` may continue: while the window is open, and during the grace if it was begun before the end. */
export function mayFinish(campaign: Row, kind: WindowKind, now: string, begun: string): boolean {
  const { state, end } = windowOf(campaign, kind, now);
  if (state !== 'ended') return state === 'open';
  return begun !== '' && begun < end && instant(now) < instant(end) + grace;
}

function boundsOf(campaign: Row, kind: WindowKind): [string, string] {
  const [start, end] = kind === 'enrol' ? [campaign.cStart, campaign.cEnd] : [campaign.sStart, campaign.sEnd];
  return [typeof start === 'string' ? start : '', typeof end === 'string' ? end : ''];
}
