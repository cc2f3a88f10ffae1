/** GET /api/overview: the home page's data about the forum and the sales. Types only. */
import type { Row } from '#codegen/model.ts';

export interface Overview {
  /** rows that need attention, with the filter of the list that shows them; an entry with no rows is left out */
  waiting: { what: string; object: string; filter: Row; count: number; estimated: boolean }[];
  enrolments?: EnrolmentCurve;
  /** the orders of two years that the list's total counts, by month of their date, in local currency */
  sales?: { at: string; orders: number; total: number }[];
}

/** One day 'YYYY-MM-DD' or one hour 'YYYY-MM-DD hh' in the campaign's zone. */
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

/** @group dashboard */
export interface OverviewCalls {
  'GET /api/overview': Overview;
}
