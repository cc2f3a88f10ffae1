/** When the schedule of backups is due (BACKUP_AT). */
import { addDays, dayAt, instant, momentIn } from '#framework/time.ts';

/** ms since 1970 of the latest of the times of the day ('hh:mm' in the zone) that has come by then; undefined where there are none. */
export function lastSlot(now: number, times: readonly string[], zone: string): number | undefined {
  const today = dayAt(now, zone);
  const slots = [addDays(today, -1), today].flatMap((day) => times.map((time) => instant(momentIn(`${day}T${time}`, zone) ?? '')));
  const past = slots.filter((slot) => slot <= now);
  return past.length ? Math.max(...past) : undefined;
}

/** What the server has noted of the slot it was at last. */
export interface NotedSlot {
  slot: number;
  /** how often it was begun */
  tries: number;
  isDone: boolean;
}

/** A process that ends in the midst of a backup begins it again, and not for ever: the backup may be what ends it. */
export const mostSlotTries = 3;

/** What to note before the slot's backup is begun; undefined where there is nothing to do. A schedule begins with its next slot, not with the one before. */
export function dueSlot(slot: number | undefined, noted: NotedSlot | undefined): NotedSlot | undefined {
  if (slot === undefined) return undefined;
  if (!noted) return { slot, tries: 0, isDone: true };
  if (noted.slot < slot) return { slot, tries: 1, isDone: false };
  return noted.isDone || noted.slot > slot ? undefined : { slot: noted.slot, tries: noted.tries + 1, isDone: noted.tries >= mostSlotTries };
}

/** How many days a backup of the schedule stays at most; 0 where there is no schedule. */
export function daysInBackups({ backupAt, backupKeep }: { backupAt: readonly string[]; backupKeep: number }): number {
  return backupAt.length ? Math.ceil(backupKeep / backupAt.length) : 0;
}
