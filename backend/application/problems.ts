/**
 * The problems that the application adds to the framework's catalogue (#rules/problem.ts), code → HTTP status. Their texts are in
 * locales/{lang}/refusals.json under the same codes. Pure.
 */
export const problems = {
  'msg.numbered': 422, // K14
  'msg.pairing': 422, // K15
  'msg.priority': 422, // K16
  'msg.judged': 422, // K17
  'msg.window': 422, // S02, S03: the window is not open, values {state}
  'msg.locked': 422, // S01: submitted, so the applicant can no longer change it
  'rule.cwindow': 422, // V01
  'rule.swindow': 422, // V02
  'rule.nooptions': 422, // a list of the form has no option for the campaign's edition
  'rule.extension': 422, // a deadline of one's own that is not later than the campaign's
  'rule.begun': 422, // a late start for somebody who has a draft, which has a deadline of its own
  'rule.words': 422, // more words than the campaign takes, values {count, limit}
  'rule.minutes': 422, // a film whose host says that it has another length than the campaign takes, values {length, limit}
  'rule.nofilm': 422, // the host of a link has no such film, or not for everybody
  'rule.nolength': 422, // nobody says how long the film is, values {limit}
  'rule.questionkind': 422, // two campaigns ask the same question as two kinds
  'rule.answered': 422, // a question, or an option of it, that has answers
  'rule.order': 422, // V03
  'rule.overlap': 422, // V04
  'rule.paired': 422, // V05
  'rule.notwished': 422, // V06
  'rule.notfree': 422, // V07
  'rule.pitchaway': 422,
  'rule.room': 422,
  'rule.full': 422, // every table of the slot is taken
  'rule.inrow': 422, // more meetings in a row than a decision maker may have, values {most}
  'rule.slot': 422, // no slot of the forum's grid begins at that time
  'rule.locked': 422, // a locked meeting cannot be moved
  'rule.removed': 404, // a meeting that a board shows and somebody else has removed
  'rule.notwaiting': 422, // forum day: nobody waits at the meeting any more
  'rule.notarrived': 422, // forum day: the person who should come has not arrived
  'rule.campaign': 422,
  'rule.disabled': 422,
  'rule.disable': 422, // S09
  'rule.keptwish': 422,
  'rule.keptslot': 422,
  'rule.bookedwish': 422, // on a personal page: a wish with a meeting is taken away, values {pitches}
  'rule.bookedslot': 422, // the same for times, values {times}
  'rule.number': 422,
  'rule.numberprogram': 422,
  'rule.maxsel': 422, // V23
  'rule.done': 422, // the juror has declared that they are done
  'rule.notalk': 422, // the jury's discussion is not open
  'rule.criteriontwice': 422, // two criteria of a campaign have the same key
  'rule.demandused': 422, // something was submitted without a field because of a demand that is taken away, values {count}
  'rule.voted': 422, // a juror with choices is given to another campaign, values {count}
  'rule.criterionused': 422, // jurors have rated by a criterion that is taken away, values {count}
  'rule.noquestion': 422, // a demand names a question that the campaign does not ask
  'rule.chair': 422, // the campaign's jury has a chair already, values {name}
  'rule.conflict': 422, // the juror has declared a conflict of interest on it
  'rule.unverified': 422,
  'rule.told': 422, // the applicant was informed of the same decision before
  'rule.placeholder': 422, // a mail template uses an unknown placeholder
  'rule.unreleased': 422, // mails about decisions are sent when the decisions are released
  'rule.notoffered': 422, // a wish for a pitch that is not offered to the campaign's decision makers
  'rule.wishover': 422, // personal pages can be edited only until the campaign's end of wishes
  'rule.strands': 422, // a change of the forum days that leaves meetings without their slot or table
  'rule.dayoverlap': 422, // two forum days overlap
  'my.none': 404, // the link is not valid
  'my.revoked': 410,
  'my.expired': 410,
  'wish.nobody': 422, // no decision maker with that id, e-mail or name
  'wish.several': 422, // several decision makers have that name
  'wish.again': 422, // the same person was in an earlier row
  'wish.nopitch': 422, // no pitch with that number
  'wish.double': 422, // the same pitch twice in a row
  'rule.needed': 422, // a mail template lacks a placeholder that it needs
  'rule.onework': 422, // an entry of a viewing page is one pitch or one film
  'rule.twice': 422, // the same work is there already
} as const satisfies Record<string, number>;

type Codes = typeof problems;

declare module '#rules/words/problem.ts' {
  interface MoreCodes extends Codes {}
}
