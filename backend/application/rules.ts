/** The application's rules, which the server and the browser hand to the framework: one line each. Pure. */
import { type ApplicationRules, registerRules } from '#rules/application.ts';
import { officeZone } from './campaign/rules/home-zone.ts';
import { applicant } from './enrolment/rules/realm.ts';
import { jury } from './jury/rules/realm.ts';
import { objectRules } from './object-rules.ts';
import { problems } from './problems.ts';
import { computations } from './sales/rules/computations.ts';
import { faces, publicRoutes, screens } from './site/rules/routes.ts';
import { pageNameOf } from './viewing/rules/page-address.ts';

/** One viewing page in the composer is below this address (R35). */
const composerRoot = '/erp/vpman/';

export const applicationRules: ApplicationRules = {
  objects: objectRules,
  computed: computations,
  verbs: [
    'number-enrolment',
    'number-enrolments',
    'convert-enrolment',
    'convert-enrolments',
    'export-pitches',
    'reshuffle-enrolments',
    'undo-reshuffle',
    'disable-decision-maker',
    'enable-decision-maker',
    'erase-applicant',
    'erase-juror',
    'start-retention',
    'stop-retention',
  ],
  prints: ['sales-order', 'enrolment'],
  problems,
  realms: { applicant, jury },
  mails: {
    secret: ['mailVerify', 'mailReset', 'writerInvited', 'mailViewing', 'mailWishes', 'mailTimetable'],
    urgent: ['mailVerify', 'mailReset'],
    last: ['erasedByStaff', 'erasedAsAsked', 'erasedInTime'],
  },
  homeZone: officeZone,
  versions: { object: 'campaign', field: 'edition' },
  screens,
  isScreen: (route) => route.startsWith(composerRoot) && pageNameOf(route.slice(composerRoot.length)) !== undefined,
  publicRoutes,
  faces,
};

registerRules(applicationRules);
