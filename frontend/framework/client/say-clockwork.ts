/** 'Every week on Monday at 08:00'. */
import type { Clockwork } from '#codegen/model.ts';

export function sayClockwork(translate: (key: string, values?: object) => string, { every, on = 1, at }: Clockwork): string {
  return translate(`clockwork.${every}`, { at, on, day: translate(`clockwork.weekdays.${on}`) });
}
