/** A sales order as the customer gets it: the films and what they cost. Commissions, fees, shares and payments are internal, so they are left out. */

import type { FieldModel, JsonValue, Lang, ObjectModel, Row } from '#codegen/model.ts';
import { bottom, contentWidth, drawSheets, figure, ink, line as lineColor, margin, type Pdf, pageWidth, rule, softInk } from '#framework/print/sheet.ts';
import { isObject } from '#rules/records/record.ts';
import { localCurrency, minorDigits } from '#rules/values/currency.ts';
import { add, type Decimal, formatDecimal, groupDigits, multiply, parseDecimal, round, zero } from '#rules/values/decimal.ts';
import { fill } from '#rules/words/fill.ts';
import { language } from '#rules/words/language.ts';
import { lineSums, orderTotals } from '../rules/totals.ts';

export interface Letterhead {
  name: string;
  /** address, telephone and so on, one line each */
  lines: string[];
}

/** The content of the PDF. */
export interface OrderSheet {
  order: Row;
  model: ObjectModel;
  lang: Lang;
  letterhead: Letterhead;
  /** texts of locales/{lang}/print.json */
  words: Record<string, string>;
  customer: { name: string; address: string };
  /** title of a film by its id */
  films: ReadonlyMap<string, string>;
  now: Date;
}

export function printSalesOrder(sheet: OrderSheet): Promise<Buffer> {
  const { order, words, lang, letterhead } = sheet;
  const serial = String(order.serial || '');
  const title = `${words.title} ${serial || words.unnumbered}`;
  const watermark =
    order.status === 'void'
      ? { text: words.void ?? '', color: '#c62828' }
      : order.status === 'draft'
        ? { text: words.draft ?? '', color: '#5b6570' }
        : undefined;
  return drawSheets(
    {
      title,
      author: letterhead.name,
      language: language[lang].locale,
      created: sheet.now,
      watermark,
      footer: (page, pages) => `${serial ? `${serial} · ` : ''}${fill(words.page ?? '', { page, pages })}`,
    },
    (pdf) => {
      head(pdf, sheet, title);
      table(pdf, sheet);
      totals(pdf, sheet);
      signatures(pdf, sheet);
    },
  );
}

function head(pdf: Pdf, { order, model, lang, letterhead, words, customer }: OrderSheet, title: string): void {
  pdf.font('bold').fontSize(15).fillColor(ink).text(letterhead.name, margin, margin);
  pdf.font('regular').fontSize(8.5).fillColor(softInk);
  for (const text of letterhead.lines) pdf.text(text);
  const under = pdf.y + 8;
  rule(pdf, under, margin, pageWidth - margin, ink, 1.2);
  pdf
    .font('bold')
    .fontSize(17)
    .fillColor(ink)
    .text(title, margin, under + 14, { width: contentWidth });
  const top = pdf.y + 10;
  const half = contentWidth / 2 - 10;
  const left: [string, string][] = [
    [label(model, 'customer', lang), customer.name],
    [label(model, 'invTitle', lang), String(order.invTitle || '')],
    [label(model, 'invTaxID', lang), String(order.invTaxID || '')],
    [words.address ?? '', customer.address],
  ];
  const right: [string, string][] = [
    [label(model, 'serial', lang), String(order.serial || words.unnumbered)],
    [label(model, 'date', lang), String(order.date || '')],
    [label(model, 'status', lang), option(field(model, 'status'), order.status, lang)],
    [label(model, 'currency', lang), `${String(order.currency)} ${option(field(model, 'currency'), order.currency, lang)}`],
  ];
  const ends = [facts(pdf, left, margin, top, half), facts(pdf, right, margin + half + 20, top, half)];
  pdf.y = Math.max(...ends) + 12;
}

function facts(pdf: Pdf, pairs: [string, string][], x: number, y: number, width: number): number {
  const names = 80;
  let at = y;
  for (const [name, value] of pairs) {
    if (!value) continue;
    pdf
      .font('regular')
      .fontSize(9)
      .fillColor(softInk)
      .text(name, x, at, { width: names - 6 });
    const ended = pdf.y;
    pdf.fillColor(ink).text(value, x + names, at, { width: width - names });
    at = Math.max(pdf.y, ended) + 2;
  }
  return at;
}

interface Column {
  key: 'place' | 'item' | 'amount' | 'rate' | 'tax' | 'total';
  width: number;
}
const columns: Column[] = [
  { key: 'place', width: 22 },
  { key: 'item', width: contentWidth - 22 - 84 - 44 - 72 - 90 },
  { key: 'amount', width: 84 },
  { key: 'rate', width: 44 },
  { key: 'tax', width: 72 },
  { key: 'total', width: 90 },
];
const left = (key: Column['key']): number =>
  margin +
  columns
    .slice(
      0,
      columns.findIndex((column) => column.key === key),
    )
    .reduce((sum, { width }) => sum + width, 0);
const widthOf = (key: Column['key']): number => columns.find((column) => column.key === key)?.width ?? 0;
/** distance between a figure and the next column */
const gap = 6;

function table(pdf: Pdf, sheet: OrderSheet): void {
  const { order, words } = sheet;
  tableHead(pdf, sheet);
  const lines = Array.isArray(order.lines) ? order.lines.filter(isObject) : [];
  if (!lines.length) {
    pdf.fillColor(softInk).text(words.empty ?? '', left('item'), pdf.y + 2);
    pdf.y += 6;
  }
  for (const [index, line] of lines.entries()) tableRow(pdf, sheet, line, index);
  rule(pdf, pdf.y, margin, pageWidth - margin, ink, 0.8);
}

function tableHead(pdf: Pdf, { model, lang, words }: OrderSheet): void {
  const y = pdf.y;
  pdf.rect(margin, y, contentWidth, 20).fillColor('#eef1f4').fill();
  pdf.font('bold').fontSize(8.5).fillColor(ink);
  pdf.text('#', left('place') + 4, y + 4, { lineBreak: false });
  pdf.text(words.item ?? '', left('item'), y + 4, { lineBreak: false });
  for (const [key, text] of [
    ['amount', label(model, 'lines.amount', lang)],
    ['rate', label(model, 'lines.taxRate', lang)],
    ['tax', label(model, 'lines.tax', lang)],
    ['total', words.lineTotal ?? ''],
  ] as const)
    figure(pdf, text, left(key) + gap, y + 4, widthOf(key) - gap - 4, 8.5);
  pdf.font('regular').fontSize(9);
  pdf.y = y + 25;
}

function tableRow(pdf: Pdf, sheet: OrderSheet, line: Row, index: number): void {
  const { order, model, lang, films, words } = sheet;
  const details = [option(field(model, 'lines.right'), line.right, lang), option(field(model, 'lines.material'), line.material, lang)]
    .filter(Boolean)
    .join(language[lang].list);
  const name = String((line.film && (films.get(String(line.film)) ?? line.film)) || line.desc || details || words.item);
  const more = [details === name ? '' : details, line.desc === name ? '' : String(line.desc ?? '')].filter(Boolean).join('\n');
  const width = widthOf('item') - gap;
  const height = pdf.font('regular').fontSize(9).heightOfString(name, { width }) + (more ? pdf.fontSize(8).heightOfString(more, { width }) : 0) + 6;
  if (pdf.y + height > bottom) {
    pdf.addPage();
    pdf.y = margin;
    tableHead(pdf, sheet);
  }
  const y = pdf.y;
  pdf.font('regular').fontSize(9).fillColor(ink);
  pdf.text(String(index + 1), left('place') + 4, y, { lineBreak: false });
  const amount = parseDecimal(line.amount) ?? zero;
  const tax = parseDecimal(line.tax) ?? zero;
  for (const [key, text] of [
    ['amount', money(amount, order.currency)],
    ['rate', percent(line.taxRate)],
    ['tax', money(tax, order.currency)],
    ['total', money(add(amount, tax), order.currency)],
  ] as const)
    figure(pdf, text, left(key) + gap, y, widthOf(key) - gap - 4);
  pdf.text(name, left('item'), y, { width });
  if (more) pdf.fontSize(8).fillColor(softInk).text(more, left('item'), pdf.y, { width });
  pdf.y = y + height;
  rule(pdf, pdf.y - 3, margin, pageWidth - margin, lineColor, 0.4);
  pdf.y += 2;
}

function totals(pdf: Pdf, { order, model, lang, words }: OrderSheet): void {
  const { total, localTotal } = orderTotals(order);
  const sums = lineSums(order);
  const isForeign = order.currency !== localCurrency;
  const rows: [string, string, boolean][] = [
    [words.net ?? '', money(sums.amount, order.currency), false],
    [label(model, 'lines.tax', lang), money(sums.tax, order.currency), false],
    [`${label(model, 'total', lang)} ${String(order.currency)}`, money(total, order.currency), true],
  ];
  if (isForeign) {
    rows.push([label(model, 'exchange', lang), formatDecimal(trimmed(parseDecimal(order.exchange) ?? zero)), false]);
    rows.push([`${label(model, 'localTotal', lang)} ${localCurrency}`, money(localTotal, localCurrency), true]);
  }
  if (pdf.y + rows.length * 18 + 20 > bottom) {
    pdf.addPage();
    pdf.y = margin;
  }
  let y = pdf.y + 8;
  const names = 178;
  const figures = 136;
  const x = pageWidth - margin - names - figures;
  for (const [name, value, isTotal] of rows) {
    pdf
      .font(isTotal ? 'bold' : 'regular')
      .fontSize(isTotal ? 11 : 9)
      .fillColor(isTotal ? ink : softInk);
    pdf.text(name, x, y, { lineBreak: false });
    pdf.fillColor(ink);
    figure(pdf, value, x + names, y, figures - 4, isTotal ? 11 : 9);
    y += isTotal ? 20 : 16;
  }
  pdf.y = y;
}

function signatures(pdf: Pdf, { words, letterhead }: OrderSheet): void {
  if (pdf.y + 90 > bottom) {
    pdf.addPage();
    pdf.y = margin;
  }
  const y = pdf.y + 62;
  const width = contentWidth / 2 - 20;
  rule(pdf, y, margin, margin + width, softInk);
  rule(pdf, y, pageWidth - margin - width, pageWidth - margin, softInk);
  pdf.font('regular').fontSize(8.5).fillColor(softInk);
  pdf.text(fill(words.seller ?? '', { name: letterhead.name }), margin, y + 4, { width });
  pdf.text(words.buyer ?? '', pageWidth - margin - width, y + 4, { width });
}

function money(value: Decimal, currency: JsonValue | undefined): string {
  const short = trimmed(value);
  return groupDigits(formatDecimal(round(short, Math.max(minorDigits(currency), short.scale))));
}

/** 0.05 → '5%', 0.0525 → '5.25%' */
function percent(rate: JsonValue | undefined): string {
  const value = parseDecimal(rate);
  return value ? `${formatDecimal(trimmed(multiply(value, { units: 100n, scale: 0 })))}%` : '';
}

/** Without zeros at the end of the fraction. */
function trimmed(value: Decimal): Decimal {
  let { units, scale } = value;
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n;
    scale -= 1;
  }
  return { units, scale };
}

function field(model: ObjectModel, path: string): FieldModel | undefined {
  let found: FieldModel | undefined;
  let level: FieldModel[] | undefined = model.fields;
  for (const name of path.split('.')) {
    found = level?.find((candidate) => candidate.name === name);
    level = found?.fields;
  }
  return found;
}

function label(model: ObjectModel, path: string, lang: Lang): string {
  return field(model, path)?.label[lang] ?? path;
}

function option(of: FieldModel | undefined, value: JsonValue | undefined, lang: Lang): string {
  if (value === undefined || value === null || value === '' || value === (of?.unset ?? '-')) return '';
  return of?.options?.find((one) => one.value === value)?.label[lang] ?? String(value);
}
