import { buffer } from 'node:stream/consumers';
import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { projectRow, readerFor } from '#framework/data/rows/reader.ts';
import { findFiles } from '#framework/data/system/files/files.ts';
import { pagePicture } from '#framework/files/images.ts';
import { NotStored } from '#framework/files/storage.ts';
import { type PrintForm, titlesOf } from '#framework/print/print-record.ts';
import type { VisitorZone } from '#framework/print/visitor-zone.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { EnrolmentRead } from '#generated/objects.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { isRaster, nameInLink } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { applicantRoles, receiptOf, siteModel, termsRow, writtenEnrolment } from '../actions/own.ts';
import { termsOf } from '../rules/enrolment.ts';
import { printEnrolment } from './enrolment.ts';
import { printReceipt } from './receipt.ts';

export type EnrolmentPrintTools = Pick<Tools, 'db' | 'registry' | 'now' | 'storage'> & { config: Pick<Tools['config'], 'letterhead' | 'localesDir'> };

/** The suggested file name, without its extension. */
export interface PrintedSheet {
  bytes: Buffer;
  name: string;
}

/** The receipt of a submitted enrolment that one wrote. @throws Refusal msg.notfound before it is submitted, and for somebody else's */
export async function printOwnReceipt(tools: EnrolmentPrintTools, actor: Actor, id: string, lang: Lang, zone: VisitorZone | undefined): Promise<PrintedSheet> {
  const row = await writtenEnrolment(tools, tools.db, actor, id);
  const receipt = receiptOf(row);
  if (!receipt) throw new Refusal('msg.notfound', { values: { object: 'enrolment', id } });
  const campaign = await termsRow(tools, tools.db, row.cid);
  const model = siteModel(tools, 'enrolment');
  const bytes = await printReceipt({ row, campaign, receipt, model, lang, house: tools.config.letterhead[lang].name, words: wordsOf(tools, lang), zone });
  return { bytes, name: receipt.no };
}

/** An enrolment that one writes, in any state. @throws Refusal msg.notfound for somebody else's */
export async function printOwnEnrolment(tools: EnrolmentPrintTools, actor: Actor, id: string, lang: Lang): Promise<PrintedSheet> {
  const row = await writtenEnrolment(tools, tools.db, actor, id);
  const model = siteModel(tools, 'enrolment');
  const shown = projectRow(readerFor(model, applicantRoles, tools.db.kind), row);
  const bytes = await drawEnrolment(tools, model, shown, lang, '');
  return { bytes, name: bothSides(lang, row.cname, row.ename).find(Boolean) ?? row.id };
}

/** x-print: enrolment. */
export const enrolmentForm: PrintForm = async (tools, actor, model, row, lang) => {
  const applicant = String(row.applicant || '');
  const titles = applicant ? await titlesOf(tools, actor, 'applicant', [applicant], lang) : undefined;
  return drawEnrolment(tools, model, row as EnrolmentRead, lang, titles?.get(applicant) ?? ''); // the name that the form has
};

/** The PDF of a row with its stills, as far as the person may read it. */
async function drawEnrolment(tools: EnrolmentPrintTools, model: ObjectModel, row: EnrolmentRead, lang: Lang, applicant: string): Promise<Buffer> {
  const terms = await termsRow(tools, tools.db, row.cid);
  const campaign = campaignName(terms, lang);
  const stills = await loadStills(tools, row);
  return printEnrolment({
    row,
    model,
    lang,
    house: tools.config.letterhead[lang].name,
    words: wordsOf(tools, lang),
    campaign,
    zone: String(terms.zone || 'GMT+8'),
    terms: termsOf(terms),
    applicant,
    stills,
    now: tools.now(),
  });
}

function wordsOf({ config }: EnrolmentPrintTools, lang: Lang): Record<string, string> {
  return readWords(lang, 'print', config.localesDir);
}

async function loadStills(tools: EnrolmentPrintTools, row: Pick<EnrolmentRead, 'stills'>): Promise<Map<string, Buffer>> {
  const links = row.stills.map(({ link = '' }) => link);
  const files = await findFiles(
    tools.db,
    links.map(nameInLink).filter((name) => name !== undefined),
  );
  const stills = new Map<string, Buffer>();
  for (const link of links) {
    const file = files.find(({ name }) => name === nameInLink(link));
    if (!file || !isRaster(file.type)) continue;
    try {
      stills.set(link, await pagePicture(await buffer(await tools.storage.open(file.name))));
    } catch (error) {
      if (!(error instanceof NotStored)) throw error; // the PDF still lists its name
    }
  }
  return stills;
}
