import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { campaignMail } from '#application/mailing/campaign-mail.ts';
import { readSitePages } from '#application/site/actions/read-page.ts';
import type { EnrolmentFacts, ReceiptFacts } from '#application/site/wire.ts';
import type { Lang } from '#codegen/model.ts';
import type { Transaction } from '#framework/data/engine/connect.ts';
import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { queueMail } from '#framework/mail/outbox.ts';
import { sortableId } from '#framework/records/create-record.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { homeZone, inZone, stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Campaign, Enrolment } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isMailbox } from '#rules/mail.ts';
import { langOf, language } from '#rules/words/language.ts';
import { Refusal } from '#rules/words/problem.ts';
import { chosenInWords, fieldAt } from '#rules/words/wording.ts';
import { filmLengths, lengthProblems } from './film-lengths.ts';
import { demandBody, demandEditable, factsOf, missingIn, ownEnrolment, siteModel, type Terms, termsRow } from './own.ts';
import { makeReceipt } from './receipt.ts';

/** One submission at a time for each row, so that the same one sent twenty times is computed once. */
const underWay = new Map<string, Promise<EnrolmentFacts>>();

/**
 * Submits a draft (S01). Required: all required fields, both declarations, and an open window or the grace of a draft that was begun before the end.
 * State, receipt and mail are written in one transaction, on the version that the person saw. Sending it again gives the same receipt.
 * @param body {ver, confirm: true}
 * @throws Refusal msg.version, msg.blank without the confirmation, msg.window, msg.locked, msg.datamodi (all with the facts), msg.invalid with what
 * is missing
 */
export function submitEnrolment(tools: Tools, actor: Actor, id: string, body: unknown): Promise<EnrolmentFacts> {
  const { ver, confirm } = demandBody(body, ['ver', 'confirm']);
  if (typeof ver !== 'number') throw new Refusal('msg.version', { fields: [{ path: 'ver', code: 'field.required' }] });
  if (confirm !== true) throw new Refusal('msg.blank', { fields: [{ path: 'confirm', code: 'field.required' }] });
  const name = `${actor.id} ${id} ${ver}`;
  let work = underWay.get(name);
  if (!work) {
    work = submit(tools, actor, id, ver).finally(() => underWay.delete(name));
    underWay.set(name, work);
  }
  return work;
}

async function submit(tools: Tools, actor: Actor, id: string, ver: number): Promise<EnrolmentFacts> {
  const row = await ownEnrolment(tools, tools.db, actor, id);
  const campaign = await wholeCampaign(tools, row.cid);
  if (isSubmitted(row)) return factsOf(tools, actor, row, campaign);
  await demandEditable(tools, actor, row, campaign);
  if (row.ver !== ver) throw new Refusal('msg.datamodi', { data: await factsOf(tools, actor, row, campaign) });
  const fields = await missingIn(tools, row, campaign);
  if (!fields.length) fields.push(...lengthProblems(await filmLengths(tools, row, campaign, { stopping: true })));
  if (fields.length) throw new Refusal('msg.invalid', { fields, data: await factsOf(tools, actor, row, campaign) });
  const model = siteModel(tools, 'enrolment');
  const at = stampOf(tools.now());
  const receipt = { ...(await makeReceipt(tools, row, model, at)), ...(await rulesInForce(tools, row.cid)) };
  const mail = await noteOf(tools, actor, row, campaign, receipt);
  try {
    await updateRecord(tools, actor, 'enrolment', id, { status: 'submitted' }, ver, {
      action: 'submit',
      sets: { receipt: { ...receipt, files: receipt.files.map((file) => ({ ...file })) }, submitAt: at },
      also: mail,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'msg.datamodi') throw error;
    // Another server process was faster, or another device saved in between.
    const now = await ownEnrolment(tools, tools.db, actor, id);
    const facts = await factsOf(tools, actor, now, campaign);
    if (isSubmitted(now)) return facts;
    throw new Refusal('msg.datamodi', { data: facts });
  }
  tools.outbox.wake();
  return factsOf(tools, actor, await ownEnrolment(tools, tools.db, actor, id), campaign);
}

/** The published rules of the campaign, for the receipt: which text the tick was about. Nothing where staff published none. */
async function rulesInForce(tools: Tools, campaign: string): Promise<Pick<ReceiptFacts, 'rules' | 'rulesVer'>> {
  const rules = (await readSitePages(tools, campaign)).find(({ kind }) => kind === 'rules');
  return rules ? { rules: rules.id, rulesVer: rules.ver } : {};
}

function isSubmitted({ status }: Enrolment): boolean {
  return status === 'submitted' || status === 'verified' || status === 'selected';
}

async function wholeCampaign(tools: Tools, id: string): Promise<Campaign | Terms> {
  const row = await loadRow(tools.db, wholeReader(siteModel(tools, 'campaign'), tools.db.kind), id);
  return row ?? termsRow(tools, tools.db, id);
}

/** The submission mail, queued in the transaction that submits. */
async function noteOf(tools: Tools, actor: Actor, row: Enrolment, campaign: Terms, receipt: ReceiptFacts): Promise<(tx: Transaction) => Promise<void>> {
  const applicant = await loadRow(tools.db, wholeReader(siteModel(tools, 'applicant'), tools.db.kind), actor.id);
  const mails = tools.registry.get('mail')?.model;
  const to = applicant?.email ?? '';
  if (!mails || !isMailbox(to)) return async () => undefined;
  const lang: Lang = langOf(applicant?.lang);
  const { subject, body } = campaignMail(tools, campaign, 'mailSubmit', lang, valuesOf(tools, row, campaign, receipt, { name: applicant?.name, to, lang }));
  const now = tools.now();
  return (tx) =>
    queueMail(tools, tx, mails, { id: sortableId(now), to, subject, body, lang, template: 'mailSubmit', more: { cid: row.cid }, by: actor.id }, now);
}

function valuesOf(
  tools: Tools,
  row: Enrolment,
  campaign: Terms,
  receipt: ReceiptFacts,
  person: { name: string | undefined; to: string; lang: Lang },
): Record<string, string> {
  const [first, second] = bothSides(person.lang, row.cname, row.ename);
  const programs = fieldAt(siteModel(tools, 'enrolment').fields, 'attProgram')?.options;
  const zone = campaign.zone || homeZone.value;
  const { open, close } = language[person.lang];
  return {
    name: person.name || person.to,
    email: person.to,
    title: first || second,
    programs: chosenInWords(programs, row.attProgram, person.lang), // B07
    receipt: receipt.no,
    time: `${inZone(receipt.at, zone)}${open}${zone}${close}`,
    timeUtc: `${receipt.at.slice(0, 16)}${open}UTC${close}`,
    url: `${tools.config.baseUrl ?? `http://${tools.config.host}:${tools.config.port}`}/enroll?campaign=${encodeURIComponent(row.cid)}`,
  };
}
