/** The actions of x-actions under the names that the schemas use. One action, one file. */

import { convertEnrolment } from '#application/enrolment/actions/convert-enrolment.ts';
import { convertEnrolments } from '#application/enrolment/actions/convert-enrolments.ts';
import { numberEnrolment } from '#application/enrolment/actions/number-enrolment.ts';
import { numberEnrolments } from '#application/enrolment/actions/number-enrolments.ts';
import { reshuffleEnrolments } from '#application/enrolment/actions/reshuffle-enrolments.ts';
import { undoReshuffle } from '#application/enrolment/actions/undo-reshuffle.ts';
import { disableDecisionMaker } from '#application/pairing/actions/disable-decision-maker.ts';
import { enableDecisionMaker } from '#application/pairing/actions/enable-decision-maker.ts';
import { exportPitches } from '#application/pairing/actions/export-pitches.ts';
import { eraseApplicant, eraseJuror } from '#application/site/actions/accounts/erase-visitor.ts';
import { startRetention, stopRetention } from '#application/site/actions/accounts/retention.ts';
import type { Verb } from '#framework/records/verb.ts';

export const verbs: Record<string, Verb> = {
  'number-enrolment': numberEnrolment,
  'number-enrolments': numberEnrolments,
  'convert-enrolment': convertEnrolment,
  'convert-enrolments': convertEnrolments,
  'export-pitches': exportPitches,
  'reshuffle-enrolments': reshuffleEnrolments,
  'undo-reshuffle': undoReshuffle,
  'disable-decision-maker': disableDecisionMaker,
  'enable-decision-maker': enableDecisionMaker,
  'erase-applicant': eraseApplicant,
  'erase-juror': eraseJuror,
  'start-retention': startRetention,
  'stop-retention': stopRetention,
};
