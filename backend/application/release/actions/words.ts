/** The words of schedules on paper, in calendars and in mails: locales/{tw,en}/schedule.json. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lang } from '#codegen/model.ts';
import type { Tools } from '#framework/tools.ts';

export type ScheduleWords = Readonly<Record<string, string>>;

export async function readWords({ config }: { config: Pick<Tools['config'], 'localesDir'> }, lang: Lang): Promise<ScheduleWords> {
  return JSON.parse(await readFile(join(config.localesDir, lang, 'schedule.json'), 'utf8')) as ScheduleWords; // our own file, flat
}
