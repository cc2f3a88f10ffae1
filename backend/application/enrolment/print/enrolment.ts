/** The whole enrolment as a PDF, page by page of its form, with its stills. */

import { bothSides } from '#application/campaign/rules/two-sides.ts';
import type { FieldModel, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { demandRoom, drawFact, drawHead, drawHeading, type Fact } from '#framework/print/facts.ts';
import { contentWidth, drawSheets, margin, type Pdf, softInk } from '#framework/print/sheet.ts';
import { inZone, stampOf } from '#framework/time.ts';
import { valueAtPath } from '#rules/records/field-changes.ts';
import { isObject } from '#rules/records/record.ts';
import { sizeText } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import { labelled, language } from '#rules/words/language.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { type CampaignTerms, isGiven, isLink, isUnasked, stepsOf } from '../rules/enrolment.ts';

export interface EnrolmentSheet {
  /** with the fields that the person who prints it may read */
  row: Row;
  model: ObjectModel;
  lang: Lang;
  house: string;
  /** texts of locales/{lang}/print.json */
  words: Record<string, string>;
  campaign: string;
  /** the campaign's: 'GMT+8' */
  zone: string;
  /** what the campaign asks of each field */
  terms: CampaignTerms;
  applicant: string;
  /** JPEG by the link in the row; a missing still has none */
  stills: ReadonlyMap<string, Buffer>;
  now: Date;
}

export function printEnrolment(sheet: EnrolmentSheet): Promise<Buffer> {
  const { row, model, lang, house, words } = sheet;
  const [first, second] = bothSides(lang, row.cname, row.ename);
  const title = String(first || second || words.untitled);
  const number = String(row.enrollid || '');
  // What was asked when it was submitted; of a draft, what is asked now.
  const moment = String(row.submitAt || stampOf(sheet.now));
  return drawSheets(
    {
      title: `${words.enrolmentTitle} ${number || title}`,
      author: house,
      language: language[lang].locale,
      created: sheet.now,
      watermark: row.status === 'draft' ? { text: words.draft ?? '', color: '#5b6570' } : undefined,
      footer: (page, pages) => `${[number, title].filter(Boolean).join(' ')} · ${fill(words.page ?? '', { page, pages })}`,
    },
    (pdf) => {
      drawHead(pdf, { house, title, mark: first && second ? String(second) : '' });
      for (const fact of headFacts(sheet)) if (fact.value) drawFact(pdf, fact);
      for (const { name, fields } of stepsOf(model)) {
        const shown = fields.filter((path) => isShown(model, row, path) && !isUnasked(path, row, sheet.terms, moment));
        if (!shown.length) continue;
        drawHeading(pdf, words[`step_${name}`] ?? name);
        for (const path of shown) drawField(pdf, sheet, path);
      }
    },
  );
}

function headFacts({ row, model, lang, words, campaign, zone, applicant }: EnrolmentSheet): Fact[] {
  const value = (path: string) => text(fieldAt(model.fields, path), row[path], lang, words);
  const fact = (path: string, given = value(path)) => ({ name: fieldAt(model.fields, path)?.label[lang] ?? path, value: given });
  const { open, close } = language[lang];
  const moment = (path: 'submitAt' | 'withdrawAt') => fact(path, row[path] ? `${inZone(String(row[path]), zone)}${open}${zone}${close}` : '');
  return [
    { name: words.campaign ?? '', value: campaign },
    fact('applicant', applicant),
    fact('enrollid'),
    fact('status'),
    moment('submitAt'),
    moment('withdrawAt'),
    { name: fieldAt(model.fields, 'receipt/no')?.label[lang] ?? '', value: isObject(row.receipt) ? String(row.receipt.no ?? '') : '' },
  ];
}

/** A field that a condition hides is not printed as empty. Fields that this person may not read are not in the row. */
function isShown(model: ObjectModel, row: Row, path: string): boolean {
  const value = valueAtPath(row, path);
  if (value === undefined) return false;
  return isGiven(value) || fieldAt(model.fields, path)?.visibleWhen === undefined;
}

function drawField(pdf: Pdf, sheet: EnrolmentSheet, path: string): void {
  const { row, model, lang, words } = sheet;
  const field = fieldAt(model.fields, path);
  if (!field) return;
  const value = valueAtPath(row, path);
  const [owner = '', inner] = path.split('/');
  const own = field.label[lang];
  const name = inner === undefined ? own : labelled(fieldAt(model.fields, owner)?.label[lang] ?? owner, own, lang);
  const files = field.file && Array.isArray(value) ? value.filter(isObject) : undefined;
  const pictures = files?.filter((file) => sheet.stills.has(String(file.link))) ?? [];
  const others = files?.filter((file) => !pictures.includes(file)).map(fileText);
  if (!pictures.length || others?.length) drawFact(pdf, { name, ...(others ? { value: others.join('\n') } : shown(field, value, lang, words)) });
  if (pictures.length) drawPictures(pdf, name, pictures, sheet.stills);
}

/** Pictures side by side, each with its name below. */
function drawPictures(pdf: Pdf, name: string, pictures: Row[], stills: EnrolmentSheet['stills']): void {
  const gap = 12;
  const width = (contentWidth - 2 * gap) / 3;
  const height = width * 0.75;
  demandRoom(pdf, height + 56);
  pdf.fillColor(softInk).text(name, margin, pdf.y, { width: contentWidth });
  const top = pdf.y + 4;
  let under = top;
  for (const [index, picture] of pictures.slice(0, 3).entries()) {
    const x = margin + index * (width + gap);
    pdf.image(stills.get(String(picture.link))!, x, top, { fit: [width, height] }); // only those with a picture come here
    pdf
      .fontSize(8)
      .fillColor(softInk)
      .text(fileText(picture), x, top + height + 4, { width });
    under = Math.max(under, pdf.y);
  }
  pdf.fontSize(9);
  pdf.x = margin;
  pdf.y = under + 6;
  if (pictures.length > 3) drawPictures(pdf, '', pictures.slice(3), stills);
}

function fileText(file: Row): string {
  const name = String(file.fileName || file.link);
  return typeof file.size === 'number' ? `${name} (${sizeText(file.size)})` : name;
}

function shown(field: FieldModel, value: JsonValue | undefined, lang: Lang, words: Record<string, string>): { value: string; link?: string } {
  const written = text(field, value, lang, words);
  return isLink(value) ? { value: written, link: String(value).trim() } : { value: written };
}

function text(field: FieldModel | undefined, value: JsonValue | undefined, lang: Lang, words: Record<string, string>): string {
  if (!field || value === undefined || value === null || value === '' || value === (field.unset ?? '-')) return '';
  // A phone that has only its country prefix was never filled in.
  if (field.format === 'phone' && value === field.default) return '';
  if (typeof value === 'boolean') return (value ? words.yes : words.no) ?? '';
  if (Array.isArray(value)) return value.map((entry) => text({ ...field, unset: undefined }, entry, lang, words)).join(language[lang].list);
  const option = field.options?.find((one) => one.value === value);
  if (option) return option.label[lang];
  // 'TW,+886…': the country is for the form's flag.
  return field.format === 'phone' ? String(value).replace(/^[A-Z]{2},/, '') : String(value);
}
