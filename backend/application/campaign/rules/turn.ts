/** Opening and closing a window by hand: what changes, and why it may not be possible. Pure. */
import type { Row } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type WindowKind, windowOf } from './window.ts';

export type Turn = 'open' | 'close';

export interface WindowChange {
  /** the instants of the campaign that are set */
  patch: Row;
  problems: Problem[];
}

const fields: Record<WindowKind, { start: string; end: string }> = { enrol: { start: 'cStart', end: 'cEnd' }, select: { start: 'sStart', end: 'sEnd' } };

/**
 * Open: a future window starts now; one that has ended is open again until `until`, or until it is closed by hand. Close: it ends now.
 * @param now and until 'YYYY-MM-DD hh:mm:ss' UTC; until '' for no requested end
 */
export function turnWindow(campaign: Row, kind: WindowKind, turn: Turn, now: string, until = ''): WindowChange {
  const { state, end } = windowOf(campaign, kind, now);
  const { start: startField, end: endField } = fields[kind];
  if (turn === 'close') return state === 'open' ? { patch: { [endField]: now }, problems: [] } : nothing;
  if (state === 'open') return nothing;
  if (until !== '' && until <= now) return { patch: {}, problems: [{ path: 'until', code: kind === 'enrol' ? 'rule.cwindow' : 'rule.swindow' }] };
  // An end in the past would close it at once.
  const next = until || (end > now ? end : '');
  return { patch: { ...(state === 'not_started' && { [startField]: now }), ...(next !== end && { [endField]: next }) }, problems: [] };
}

const nothing: WindowChange = { patch: {}, problems: [{ path: '', code: 'msg.nothing' }] };
