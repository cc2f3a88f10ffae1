/** What the calls of reminders answer. Types only; days are 'YYYY-MM-DD' of the house. */
import type { PutOff } from '#rules/records/reminder.ts';

/** Something of a row that is due. */
export interface Due {
  object: string;
  /** of the row */
  id: string;
  title: string;
  /** which reminder of the object it is, and what that is called; '' both where the row is assigned to them until that day */
  name: string;
  label: string;
  /** the row's own date, as it is stored */
  at: string;
  /** by which day something is to be done */
  day: string;
}

/** @group own */
export interface ReminderCalls {
  /** `more`: reminders of which only the first are here */
  'GET /api/reminders': { today: string; due: Due[]; more: { object: string; name: string; label: string }[] };
  /** `until`: the day on which it shows again, '' for never, null for now */
  'POST /api/reminders': { until: string | null };
}

/** What the calls are sent. */
export interface ReminderBodies {
  'POST /api/reminders': Pick<Due, 'object' | 'id' | 'name' | 'at'> & { until: PutOff };
}
