/** The texts of printed schedules, calendars and mails: locales/{lang}/schedule.json. */

import type { Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords as readLocale } from '#framework/words.ts';

export type ScheduleWords = Readonly<Record<string, string>>;

export function readWords({ config }: { config: Pick<Tools['config'], 'localesDir'> }, lang: Lang): ScheduleWords {
  return readLocale(lang, 'schedule', config.localesDir);
}
