/** Turns the codes that the board shows into words. */
import { useCallback } from 'react';
import type { StepLabel } from '#application/pairing/rules/board-facts.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { type BoardIndex, pairName } from './lines.ts';

/** The name of a program, from the pitches' schema. */
export function useProgramName(): (code: string) => string {
  const { lang } = useLanguage();
  const field = useObjects()
    .find(({ name }) => name === 'pitch')
    ?.model.fields.find(({ name }) => name === 'attProgram');
  return useCallback((code) => field?.options?.find(({ value }) => String(value) === code)?.label[lang] || code, [field, lang]);
}

/** What a press of undo or redo is about, such as 'moved C012 The river × Ann Lee'. */
export function stepName(translate: (key: string, options?: object) => string, index: BoardIndex, label: StepLabel | null): string {
  if (!label) return '';
  const { count, dm, pitch } = label;
  const what = dm && pitch ? pairName(index, { dm, pitch }) : translate('pairing.step.several', { smart_count: count, count });
  return translate(`pairing.step.do.${label.do}`, { what });
}

/** How far a plan can be below the best possible one: 'proven' for 0, else a percentage. */
export function distance(score: number, bound: number): { proven: boolean; percent: string } {
  if (score >= bound || bound <= 0) return { proven: true, percent: '0' };
  // Rounded up, because the text says 'at most'.
  return { proven: false, percent: (Math.ceil(((bound - score) / bound) * 10_000) / 100).toFixed(2).replace(/0$/, '') };
}
