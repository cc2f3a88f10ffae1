/**
 * What an application adds to the server: one manifest, handed over once a process (`registerApplication`), before the database is opened. Without
 * any, the framework is the administration of whatever its schemas declare, and nothing else.
 */
import type { RequestHandler } from 'express';
import { type ApplicationRules, registerRules } from '#rules/application.ts';
import { Slot } from '#rules/slot.ts';
import { type PublicPages, publicPages } from './api/pages/pages.ts';
import { erasers } from './backup/erasures.ts';
import { moreTables } from './data/system/system-tables.ts';
import { shownFiles, visitorsRows } from './files/may-read-file.ts';
import { prints } from './print/print-record.ts';
import type { RecordTools } from './records/record-tools.ts';
import { verbs } from './records/run-action.ts';
import { moreViolations } from './system/check-invariants.ts';
import { rowOverlay } from './system/read-overlay.ts';
import { moreSweeps } from './system/sweep.ts';
import type { Tools } from './tools.ts';

/** Each member is described where its type is declared. */
export interface Application {
  rules: ApplicationRules;
  verbs: typeof verbs.value;
  prints: typeof prints.value;
  tables: typeof moreTables.value;
  violations: typeof moreViolations.value;
  isVisitorsRow: typeof visitorsRows.value;
  shownFiles: typeof shownFiles.value;
  sweep: typeof moreSweeps.value;
  erasers: typeof erasers.value;
  overlay: NonNullable<typeof rowOverlay.value>;
  /** asked before one row is changed and locked */
  beforeUpdate(tools: Tools): RecordTools['beforeUpdate'];
  /** called for each named transition, in its transaction */
  onStep(tools: Tools): RecordTools['onStep'];
  /** called for each change of a row, in its transaction */
  onChange(tools: Tools): RecordTools['onChange'];
  /** what is asked about imported rows, once they are stored: of somebody who may take their time */
  afterImport(tools: Tools): RecordTools['afterImport'];
  /** the name before the sender's address of a mail; undefined: the house's own */
  senderOf(tools: Pick<Tools, 'db' | 'registry'>, mail: string): Promise<string | undefined>;
  /** calls whose bodies are not JSON: mounted at /api before a body is read */
  streams(tools: Tools): [path: string, router: RequestHandler][];
  /** calls under /api */
  calls(tools: Tools): [path: string, ...handlers: RequestHandler[]][];
  pages: PublicPages;
}

/** What backend/main.ts and backend/app.ts ask for. */
export const listeners = new Slot<Pick<Application, 'beforeUpdate' | 'onStep' | 'onChange' | 'afterImport' | 'senderOf'>>({
  beforeUpdate: () => undefined,
  onStep: () => undefined,
  onChange: () => undefined,
  afterImport: () => undefined,
  senderOf: async () => undefined,
});
export const routers = new Slot<Pick<Application, 'streams' | 'calls'>>({ streams: () => [], calls: () => [] });

/** Hands over the application, its rules included; without an argument there is none. */
export function registerApplication(application?: Application): void {
  registerRules(application?.rules);
  verbs.fill(application?.verbs);
  prints.fill(application?.prints);
  moreTables.fill(application?.tables);
  moreViolations.fill(application?.violations);
  visitorsRows.fill(application?.isVisitorsRow);
  shownFiles.fill(application?.shownFiles);
  moreSweeps.fill(application?.sweep);
  erasers.fill(application?.erasers);
  rowOverlay.fill(application?.overlay);
  publicPages.fill(application?.pages);
  listeners.fill(application);
  routers.fill(application);
}
