/**
 * The jury's discussion after the selection has ended, where the campaign allows it. It begins when nobody can change a choice any more, the grace
 * included, so that no juror sees another's choice before. Pure.
 */
import { grace } from '#application/campaign/rules/window.ts';
import { instant } from '#framework/time.ts';
import type { Campaign } from '#generated/objects.ts';
import type { Problem } from '#rules/words/problem.ts';

/** 'none': the campaign has none; 'before': choices may still be changed; 'open': jurors write; 'over': what was written can be read. */
export type TalkState = 'none' | 'before' | 'open' | 'over';

export function talkState({ sEnd, talkUntil }: Pick<Campaign, 'sEnd' | 'talkUntil'>, now: string): TalkState {
  if (!talkUntil || !sEnd) return 'none';
  if (instant(now) < instant(sEnd) + grace) return 'before';
  return now < talkUntil ? 'open' : 'over';
}

/** Most characters of one note. */
export const longestNote = 2_000;

export function noteProblems(text: unknown): Problem[] {
  if (typeof text !== 'string') return [{ path: 'text', code: text === undefined ? 'field.required' : 'field.type' }];
  if (text.trim() === '') return [{ path: 'text', code: 'field.required' }];
  return text.length > longestNote ? [{ path: 'text', code: 'field.long', values: { limit: longestNote } }] : [];
}
