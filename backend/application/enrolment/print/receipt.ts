/** The applicant's receipt: when the enrolment was submitted, and the hashes that show whether it is unchanged. */

import { bothSides } from '#application/campaign/rules/two-sides.ts';
import { campaignName } from '#application/mailing/rules/mail-template.ts';
import type { ReceiptFacts } from '#application/site/wire.ts';
import type { Lang, ObjectModel } from '#codegen/model.ts';
import { demandRoom, drawFact, drawHead, drawHeading } from '#framework/print/facts.ts';
import { contentWidth, drawSheets, ink, margin, softInk } from '#framework/print/sheet.ts';
import { type VisitorZone, visitorTime } from '#framework/print/visitor-zone.ts';
import { dateAt, instant, inZone } from '#framework/time.ts';
import type { Enrolment } from '#generated/objects.ts';
import { sizeText } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import { language } from '#rules/words/language.ts';
import { chosenInWords, fieldAt } from '#rules/words/wording.ts';
import type { Terms } from '../actions/own.ts';

export interface ReceiptSheet {
  row: Enrolment;
  campaign: Terms;
  receipt: ReceiptFacts;
  model: ObjectModel;
  lang: Lang;
  house: string;
  /** texts of locales/{lang}/print.json */
  words: Record<string, string>;
  /** the visitor's own time zone, where the page sent it */
  zone: VisitorZone | undefined;
}

/** The same receipt always gives the same document, byte for byte. */
export function printReceipt({ row, campaign, receipt, model, lang, house, words, zone }: ReceiptSheet): Promise<Buffer> {
  const home = String(campaign.zone || 'GMT+8');
  const first = bothSides(lang, row.cname, row.ename).map(String).filter(Boolean);
  const name = campaignName(campaign, lang);
  const times: [string, string][] = [
    [home, inZone(receipt.at, home)],
    ['UTC', receipt.at],
  ];
  const label = (path: string) => fieldAt(model.fields, path)?.label[lang] ?? path;
  const own = zone && visitorTime(receipt.at, zone);
  if (own && own.zone !== home) times.push([own.zone, own.text]);
  return drawSheets(
    {
      title: `${words.receiptTitle} ${receipt.no}`,
      author: house,
      language: language[lang].locale,
      created: dateAt(instant(receipt.at)),
      footer: (page, pages) => `${receipt.no} · ${fill(words.page ?? '', { page, pages })}`,
    },
    (pdf) => {
      drawHead(pdf, { house, title: words.receiptTitle ?? '', mark: name });
      drawFact(pdf, { name: label('receipt/no'), value: receipt.no });
      drawFact(pdf, { name: label('cid'), value: name });
      drawFact(pdf, { name: words.filmTitles ?? '', value: first.join('\n') });
      drawFact(pdf, { name: label('attProgram'), value: chosenInWords(fieldAt(model.fields, 'attProgram')?.options, row.attProgram, lang) });
      for (const [at, value] of times) drawFact(pdf, { name: fill(words.submittedIn ?? '', { zone: at }), value });
      drawFact(pdf, { name: label('id'), value: row.id });
      drawFact(pdf, {
        name:
          label('receipt/hash')
            .split(/[:：] ?/)
            .at(-1) ?? '',
        value: receipt.hash,
      });
      if (receipt.rulesVer) drawFact(pdf, { name: label('receipt/rulesVer'), value: String(receipt.rulesVer) });
      drawHeading(pdf, words.receiptFiles ?? '');
      if (!receipt.files.length) drawFact(pdf, { name: '', value: words.noFiles ?? '' });
      for (const file of receipt.files) {
        demandRoom(pdf, 44);
        drawFact(pdf, { name: label(file.field), value: `${file.fileName}\n${sizeOf(file.size)}\nSHA-256 ${file.sha256}` });
      }
      demandRoom(pdf, 60);
      pdf.y += 12;
      pdf
        .fontSize(8)
        .fillColor(softInk)
        .text(words.receiptNote ?? '', margin, pdf.y, { width: contentWidth, lineGap: 1.5 });
      pdf.fontSize(9).fillColor(ink);
    },
  );
}

/** '2.4 MB (2,516,582 B)': with the exact number of bytes, so that it can be compared. */
function sizeOf(bytes: number): string {
  const exact = `${bytes.toLocaleString('en')} B`;
  return bytes < 1024 ? exact : `${sizeText(bytes)} (${exact})`;
}
