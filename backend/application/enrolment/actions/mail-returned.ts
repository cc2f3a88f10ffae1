import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { mailWords } from '#application/mailing/campaign-mail.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { mailText } from '#framework/mail/texts.ts';
import { sortableId } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import type { Tools } from '#framework/tools.ts';
import { isMailbox } from '#rules/mail.ts';
import { langOf } from '#rules/words/language.ts';

/** S01: staff sent an enrolment back. The applicant gets the reason by mail, in the same transaction. */
export function mailReturned(tools: Pick<Tools, 'registry' | 'config' | 'now' | 'db' | 'onSaved'>): NonNullable<RecordTools['onStep']> {
  return async (tx, { object, name, actor, row }) => {
    if (object !== 'enrolment' || name !== 'return') return false;
    const [applicants, mails] = [tools.registry.get('applicant')?.model, tools.registry.get('mail')?.model];
    const applicant = applicants && (await loadRow(tx, wholeReader(applicants, tx.kind), String(row.applicant)));
    const to = String(applicant?.email ?? '');
    if (!mails || !isMailbox(to)) return false;
    const lang = langOf(applicant?.lang);
    const [first, second] = bothSides(lang, row.cname, row.ename);
    const { subject, body } = mailText(
      tools.config.localesDir,
      'returned',
      lang,
      {
        name: String(applicant?.name || to),
        title: String(first || second).replace(/\s+/g, ' '),
        reason: String(row.returnMsg),
        url: `${tools.config.baseUrl ?? `http://${tools.config.host}:${tools.config.port}`}/enroll/edit?campaign=${encodeURIComponent(String(row.cid))}&id=${encodeURIComponent(String(row.id))}`,
      },
      mailWords,
    );
    const now = tools.now();
    await queueMail(
      tools,
      tx,
      mails,
      { id: sortableId(now), to, subject: subject.slice(0, 300), body, lang, template: 'returned', more: { cid: String(row.cid) }, by: actor.id },
      now,
    );
    return true;
  };
}
