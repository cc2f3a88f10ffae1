/** Words of codes that the board shows. */
import { useCallback } from 'react';
import { useLanguage } from '../../admin/language.tsx';
import { useObjects } from '../../admin/objects.tsx';

/** A program's name as the pitches' schema has it. */
export function useProgramName(): (code: string) => string {
  const { lang } = useLanguage();
  const field = useObjects()
    .find(({ name }) => name === 'pitch')
    ?.model.fields.find(({ name }) => name === 'attProgram');
  return useCallback((code) => field?.options?.find(({ value }) => String(value) === code)?.label[lang] || code, [field, lang]);
}

/** How far a plan may be below the best possible: 'proven' where nothing is left, else a percentage in words' form. */
export function distance(score: number, bound: number): { proven: boolean; percent: string } {
  if (score >= bound || bound <= 0) return { proven: true, percent: '0' };
  // Rounded up: 'at most' must hold.
  return { proven: false, percent: (Math.ceil(((bound - score) / bound) * 10_000) / 100).toFixed(2).replace(/0$/, '') };
}
