/** What the home page asks for of the forum and the sales: GET /api/overview. Types only. */
import type { Row } from '#codegen/model.ts';

export interface Overview {
  /** rows that wait, with the list's filter that shows them; nothing waits → not here */
  waiting: { what: string; object: string; filter: Row; count: number; estimated: boolean }[];
  /** windows that open or end within three days, the next one first; `at` 'YYYY-MM-DD hh:mm:ss' UTC */
  windows: { object: string; id: string; title: string; field: string; turn: 'opens' | 'ends'; at: string }[];
  enrolments?: EnrolmentCurve;
  /** the orders of two years that the list's total counts, by month of their date, in local currency */
  sales?: { at: string; orders: number; total: number }[];
}

/** Of a day 'YYYY-MM-DD' or an hour 'YYYY-MM-DD hh' in the campaign's zone. */
export interface Enrolled {
  at: string;
  begun: number;
  submitted: number;
}

export interface EnrolmentCurve {
  campaign: { id: string; title: string };
  zone: string;
  /** by day of the campaign's zone, from the window's opening to its end or today */
  days: Enrolled[];
  /** the last two days of it by hour */
  hours: Enrolled[];
}

export interface OverviewCalls {
  'GET /api/overview': Overview;
}
