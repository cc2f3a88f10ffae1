/** The rules of single objects, beyond what their schema can say: asked by the one path that writes. Pure. */
import type { Row } from '#codegen/model.ts';
import type { Actor } from '#domain/actor.ts';
import { decisionProblems } from '#domain/campaign/decisions.ts';
import type { Load, RemoveRule, SaveRule } from '#domain/facts.ts';
import type { Problem } from '#domain/problem.ts';
import { amountProblems } from '#domain/sales-totals.ts';
import { campaignProblems, contractProblems, inOrder } from './campaign.ts';
import { decisionMakerProblems, decisionMakerRemoval, decisionMakerRule } from './decision-maker.ts';
import { meetingProblems, pairingRemoval, pairingRule } from './pairing.ts';
import { lockedOfPitch, pitchProblems, pitchRemoval, pitchRule } from './pitch.ts';
import { enrolmentRemoval, juryRemoval, selectionRule } from './selection.ts';
import { lastAdministratorRemoval, lastAdministratorRule, ownAccountProblems, ownAccountRemoval } from './user.ts';
import { workProblems } from './viewing-page.ts';

export interface ObjectRules {
  /** What the row alone says; the form asks it too, as an early warning. `now` is 'YYYY-MM-DD hh:mm:ss' UTC. */
  draft?(next: Row, previous: Row | undefined, now: string): Problem[];
  /** May the row be saved so? `previous` is undefined for a new one. */
  save?(next: Row, previous: Row | undefined, actor: Actor, now: string): Problem[];
  /** The same where other rows decide; asked inside the transaction that writes. */
  standing?: SaveRule;
  /** Fields that other rows keep as they are, for the form to show as locked. */
  locked?(load: Load, row: Row): Promise<readonly string[]>;
  /** May the row be deleted? */
  remove?(row: Row, actor: Actor): Problem[];
  /** The same where other rows decide. */
  removal?: RemoveRule;
}

const rules: Record<string, ObjectRules> = {
  user: { save: ownAccountProblems, standing: lastAdministratorRule, remove: ownAccountRemoval, removal: lastAdministratorRemoval }, // K11, P03
  campaign: { draft: campaignProblems }, // V01-V03
  enrolment: { draft: decisionProblems, remove: numberedStays('enrollid'), removal: enrolmentRemoval }, // K14, K17
  jury: { removal: juryRemoval }, // K17
  selection: { standing: selectionRule }, // V23
  pitch: { draft: pitchProblems, standing: pitchRule, locked: lockedOfPitch, removal: pitchRemoval }, // V04, S05, K15, K16
  decision_maker: { draft: decisionMakerProblems, standing: decisionMakerRule, removal: decisionMakerRemoval }, // V04, S09, K15
  pairing: { draft: meetingProblems, standing: pairingRule, removal: pairingRemoval }, // V03-V07
  sales_order: { draft: amountProblems, remove: numberedStays('serial') }, // K14: no gap is ever reused
  viewing_page: { draft: (next) => [...inOrder(next, 'start', 'end', 'rule.order'), ...workProblems(next)] },
  company: { draft: contractProblems },
  film: { draft: contractProblems },
};

/** The rules of an object; an object without any allows what its schema allows. */
export function rulesOf(object: string): ObjectRules {
  return Object.hasOwn(rules, object) ? (rules[object] ?? {}) : {};
}

/** K14: what has its number is not deleted. */
function numberedStays(field: string): (row: Row) => Problem[] {
  return (row) => (row[field] ? [{ path: '', code: 'msg.numbered' }] : []);
}
