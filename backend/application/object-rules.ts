/** Rules of single objects, for what their schema cannot express; every write checks them. Pure. */

import { campaignProblems, contractProblems, inOrder } from '#application/campaign/rules/campaign.ts';
import { exemptedRule } from '#application/campaign/rules/exempted.ts';
import { openingRule } from '#application/campaign/rules/opening.ts';
import { demandsOffered, questionRule } from '#application/campaign/rules/questions.ts';
import { lateStartRule } from '#application/enrolment/rules/deadline.ts';
import { enrolmentRule } from '#application/enrolment/rules/submission.ts';
import { decisionProblems } from '#application/jury/rules/decisions.ts';
import { campaignCriteriaRule, enrolmentRemoval, jurorRule, juryRemoval, selectionRule } from '#application/jury/rules/votes.ts';
import { decisionMakerProblems, decisionMakerRemoval, decisionMakerRule } from '#application/pairing/rules/decision-maker.ts';
import { meetingProblems, pairingRemoval, pairingRule } from '#application/pairing/rules/meeting.ts';
import { lockedOfPitch, pitchProblems, pitchRemoval, pitchRule } from '#application/pairing/rules/pitch.ts';
import { amountProblems } from '#application/sales/rules/totals.ts';
import { workProblems } from '#application/viewing/rules/viewing-page.ts';
import type { Row, RowOf } from '#codegen/model.ts';
import { lastAdministratorRemoval, lastAdministratorRule, ownAccountProblems, ownAccountRemoval } from '#rules/accounts/user.ts';
import type { ObjectRules } from '#rules/application.ts';
import type { Load } from '#rules/records/facts.ts';
import type { Problem } from '#rules/words/problem.ts';

export const objectRules: Record<string, ObjectRules> = {
  user: { save: ownAccountProblems, related: lastAdministratorRule, remove: ownAccountRemoval, removal: lastAdministratorRemoval }, // K11, P03
  campaign: { draft: campaignProblems, related: campaignRule, offered: demandsOffered }, // V01-V03
  enrolment: { draft: decisionProblems, related: enrolmentRule, remove: numberedStays('enrollid'), removal: enrolmentRemoval }, // K14, K17
  enrolment_extension: { related: lateStartRule },
  jury: { related: jurorRule, removal: juryRemoval }, // K17
  selection: { related: selectionRule }, // V23
  pitch: { draft: pitchProblems, related: pitchRule, locked: lockedOfPitch, removal: pitchRemoval }, // V04, S05, K15, K16
  decision_maker: { draft: decisionMakerProblems, related: decisionMakerRule, removal: decisionMakerRemoval }, // V04, S09, K15
  pairing: { draft: meetingProblems, related: pairingRule, removal: pairingRemoval }, // V03-V07
  sales_order: { draft: amountProblems, remove: numberedStays('serial') }, // K14: a number is never used again
  viewing_page: { draft: (next) => [...inOrder(next, 'start', 'end', 'rule.order'), ...workProblems(next)] },
  company: { draft: contractProblems },
  film: { draft: contractProblems },
};

async function campaignRule(load: Load, next: Row, previous: Row | undefined): Promise<Problem[]> {
  return [
    ...(await openingRule(load, next, previous)),
    ...(await campaignCriteriaRule(load, next as RowOf<'campaign'>, previous as RowOf<'campaign'> | undefined)),
    ...(await questionRule(load, next, previous)),
    ...(await exemptedRule(load, next, previous)),
  ];
}

/** K14: a row with a number cannot be deleted. */
function numberedStays(field: string): (row: Row) => Problem[] {
  return (row) => (row[field] ? [{ path: '', code: 'msg.numbered' }] : []);
}
