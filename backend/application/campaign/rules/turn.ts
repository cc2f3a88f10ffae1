/** Opening and closing a window by hand, now: what changes, and the reasons against it. Pure. */
import type { Row } from '#codegen/model.ts';
import type { Problem } from '#rules/words/problem.ts';
import { type WindowKind, windowOf } from './window.ts';

export type Turn = 'open' | 'close';

export interface WindowChange {
  /** of the campaign: which instants are set to what */
  patch: Row;
  problems: Problem[];
}

const fields: Record<WindowKind, { start: string; end: string }> = { enrol: { start: 'cStart', end: 'cEnd' }, select: { start: 'sStart', end: 'sEnd' } };

/**
 * Open: a window to come starts now; one that has ended is open again until `until`, or until it is closed by hand. Close: it ends now.
 * @param now and until 'YYYY-MM-DD hh:mm:ss' UTC; until '' for no end that was asked for
 */
export function turnWindow(campaign: Row, kind: WindowKind, turn: Turn, now: string, until = ''): WindowChange {
  const { state, end } = windowOf(campaign, kind, now);
  const { start: startField, end: endField } = fields[kind];
  if (turn === 'close') return state === 'open' ? { patch: { [endField]: now }, problems: [] } : nothing;
  if (state === 'open') return nothing;
  if (until !== '' && until <= now) return { patch: {}, problems: [{ path: 'until', code: kind === 'enrol' ? 'rule.cwindow' : 'rule.swindow' }] };
  // An end that has passed already would close it at once.
  const next = until || (end > now ? end : '');
  return { patch: { ...(state === 'not_started' && { [startField]: now }), ...(next !== end && { [endField]: next }) }, problems: [] };
}

const nothing: WindowChange = { patch: {}, problems: [{ path: '', code: 'msg.nothing' }] };
