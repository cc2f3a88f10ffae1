/** The verbs of x-actions by the name that a schema gives them. One verb, one file. */
import { convertEnrolment } from './convert-enrolment.ts';
import { convertEnrolments } from './convert-enrolments.ts';
import { disableDecisionMaker } from './disable-decision-maker.ts';
import { enableDecisionMaker } from './enable-decision-maker.ts';
import { exportPitches } from './export-pitches.ts';
import { numberEnrolment } from './number-enrolment.ts';
import { numberEnrolments } from './number-enrolments.ts';
import { reshuffleEnrolments } from './reshuffle-enrolments.ts';
import { undoReshuffle } from './undo-reshuffle.ts';
import type { Verb } from './work.ts';

const verbs: Record<string, Verb> = {
  'number-enrolment': numberEnrolment,
  'number-enrolments': numberEnrolments,
  'convert-enrolment': convertEnrolment,
  'convert-enrolments': convertEnrolments,
  'export-pitches': exportPitches,
  'reshuffle-enrolments': reshuffleEnrolments,
  'undo-reshuffle': undoReshuffle,
  'disable-decision-maker': disableDecisionMaker,
  'enable-decision-maker': enableDecisionMaker,
};

/** A dropped-in schema may name a verb that is not there; its action is then not offered. */
export function verbNamed(name: string): Verb | undefined {
  return Object.hasOwn(verbs, name) ? verbs[name] : undefined;
}
