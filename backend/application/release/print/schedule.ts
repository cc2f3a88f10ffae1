/** Schedules as a PDF: one page for each person, whatever the number of meetings, so that it can be folded and carried. */

import { setImmediate } from 'node:timers/promises';
import type { Lang } from '#codegen/model.ts';
import { bottom, contentWidth, drawSheets, ink, line, margin, type Pdf, pageWidth, rule, softInk } from '#framework/print/sheet.ts';
import { instant } from '#framework/time.ts';
import { fill } from '#rules/words/fill.ts';
import { language } from '#rules/words/language.ts';
import type { Counterpart, ScheduleDay, ScheduleLine } from '../rules/schedule.ts';

export interface SchedulePage {
  side: 'dm' | 'pitch';
  person: Counterpart;
  days: readonly ScheduleDay[];
  /** the person whom they meet */
  withOf: (meeting: NonNullable<ScheduleLine['meeting']>) => Counterpart;
}

export interface ScheduleSheets {
  /** the schedules, each on a page of its own */
  pages: readonly SchedulePage[];
  lang: Lang;
  house: string;
  campaign: string;
  zone: string;
  /** 'Version 3, released 2026-12-01 10:00 (GMT+8)' */
  version: string;
  /** the text for an empty schedule */
  none: string;
  created: Date;
  /** texts of locales/{lang}/schedule.json */
  words: Readonly<Record<string, string>>;
  /** called after each page, so that the server can do other work */
  tell?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

/** Number of pages between two pauses, so that other requests are answered while a long document is drawn. */
const atOnce = 4;

export function printSchedules(sheets: ScheduleSheets): Promise<Buffer> {
  const { pages, lang, campaign, house, version, words, created } = sheets;
  const only = pages.length === 1 ? pages[0] : undefined;
  const name = (page: SchedulePage | undefined) => page?.person.title[lang] ?? '';
  return drawSheets(
    {
      title: `${words.title} ${only ? name(only) : campaign}`,
      author: house,
      language: language[lang].locale,
      created,
      footer: (page, count) =>
        [fill(words.foot ?? '', { campaign, name: name(pages[page - 1]), version }), count > 1 ? fill(words.page ?? '', { page, pages: count }) : '']
          .filter(Boolean)
          .join(' · '),
    },
    async (pdf) => {
      for (const [index, page] of pages.entries()) {
        if (index > 0) pdf.addPage();
        drawPage(pdf, page, sheets);
        sheets.tell?.(index + 1, pages.length);
        if (index % atOnce === atOnce - 1) await setImmediate();
        if (sheets.signal?.aborted) throw new Error('cancelled');
      }
    },
  );
}

/** x, width of the columns: time, with whom, table, space to write. */
const columns = { time: [margin, 84], who: [margin + 84, 246], room: [margin + 336, 66], note: [margin + 408, contentWidth - 408] } as const;
/** Heights relative to a meeting's row. */
const share = { day: 1.15, head: 0.75, break: 0.62 } as const;
/** Greatest height of a row in points; rows above the second one have two lines. */
const tallest = 31;
const twoLines = 23;

function drawPage(pdf: Pdf, page: SchedulePage, sheets: ScheduleSheets): void {
  const { lang, words, campaign, version, zone, none } = sheets;
  pdf
    .font('bold')
    .fontSize(10)
    .fillColor(ink)
    .text(cut(pdf, sheets.house, contentWidth), margin, margin, { lineBreak: false });
  pdf
    .font('regular')
    .fontSize(10)
    .text(cut(pdf, campaign, contentWidth), margin, margin + 16, { lineBreak: false });
  rule(pdf, margin + 36, margin, pageWidth - margin, ink, 1.2);
  pdf
    .font('bold')
    .fontSize(19)
    .text(cut(pdf, page.person.title[lang], contentWidth), margin, margin + 46, { lineBreak: false });
  pdf
    .font('regular')
    .fontSize(10)
    .fillColor(softInk)
    .text(cut(pdf, page.person.detail[lang], contentWidth), margin, margin + 74, { lineBreak: false });
  pdf.fontSize(9).text(`${words.title} · ${version}`, margin, margin + 92, { lineBreak: false });
  let y = margin + 114;
  const note = fill(words.zone ?? '', { zone });
  if (!page.days.length) {
    pdf
      .fontSize(11)
      .fillColor(ink)
      .text(none, margin, y + 10, { width: contentWidth });
    return;
  }
  const lines = page.days.flatMap((day) => day.lines);
  const breaks = lines.filter(({ meeting }) => !meeting).length;
  const parts = lines.length - breaks + breaks * share.break + page.days.length * (share.day + share.head);
  const height = Math.min(tallest, (bottom - 18 - y) / parts);
  for (const day of page.days) {
    y = drawDayHead(pdf, page, day.date, y, height, sheets);
    for (const each of day.lines) y = drawLine(pdf, page, each, y, height, sheets);
    rule(pdf, y);
  }
  pdf
    .font('regular')
    .fontSize(8)
    .fillColor(softInk)
    .text(note, margin, Math.min(y + 7, bottom - 12), { lineBreak: false });
  pdf.fillColor(ink);
}

function drawDayHead(pdf: Pdf, page: SchedulePage, date: string, y: number, height: number, { lang, words }: ScheduleSheets): number {
  const [day, head] = [height * share.day, height * share.head];
  const size = Math.min(11.5, day * 0.6);
  pdf
    .font('bold')
    .fontSize(size)
    .fillColor(ink)
    .text(dayText(date, lang), margin, middle(y, day, size), { lineBreak: false });
  rule(pdf, y + day, margin, pageWidth - margin, ink, 0.8);
  const small = Math.min(8, head * 0.6);
  pdf.font('regular').fontSize(small).fillColor(softInk);
  const heads = { time: words.time, who: page.side === 'dm' ? words.withDm : words.withPitch, room: words.room, note: words.note };
  for (const [name, text] of Object.entries(heads) as [keyof typeof columns, string | undefined][]) // the literal above
    pdf.text(text ?? '', columns[name][0], middle(y + day, head, small), { lineBreak: false });
  return y + day + head;
}

function drawLine(pdf: Pdf, page: SchedulePage, each: ScheduleLine, y: number, height: number, { lang, words }: ScheduleSheets): number {
  rule(pdf, y, margin, pageWidth - margin, line, 0.4);
  const time = `${each.from}–${each.until}`;
  if (!each.meeting) {
    const low = height * share.break;
    const size = Math.min(8, low * 0.62);
    pdf.rect(margin, y + 0.4, contentWidth, low - 0.4).fill('#f3f5f7');
    pdf.font('regular').fontSize(size).fillColor(softInk);
    pdf.text(time, columns.time[0], middle(y, low, size), { lineBreak: false });
    pdf.text(words.break ?? '', columns.who[0], middle(y, low, size), { lineBreak: false });
    return y + low;
  }
  const size = Math.min(10, height * 0.58);
  const put = (name: keyof typeof columns, text: string) => {
    const [x, width] = columns[name];
    pdf.text(cut(pdf, text, width - 8), x, middle(y, height, size), { lineBreak: false });
  };
  pdf.font('bold').fontSize(size).fillColor(ink);
  put('time', time);
  pdf.font('regular');
  put('room', each.meeting.room);
  drawWho(pdf, page.withOf(each.meeting), y, height, size, lang);
  return y + height;
}

/** Two lines where there is space, else one, with the people of the film after its title. */
function drawWho(pdf: Pdf, { title, detail }: Counterpart, y: number, height: number, size: number, lang: Lang): void {
  const [x, all] = columns.who;
  const width = all - 8;
  const isTwo = height >= twoLines && Boolean(detail[lang]);
  pdf.font('bold').fontSize(size);
  const fitting = fitted(pdf, title[lang], width, size);
  const shown = cut(pdf.fontSize(fitting), title[lang], width);
  const used = pdf.widthOfString(shown) + 6;
  pdf.text(shown, x, isTwo ? y + height / 2 - size * 0.6 - fitting * 0.72 : middle(y, height, fitting), { lineBreak: false });
  const small = size * (isTwo ? 0.82 : 0.85);
  pdf.font('regular').fontSize(small).fillColor(softInk);
  if (isTwo) pdf.text(cut(pdf, detail[lang], width), x, y + height / 2 + 0.5, { lineBreak: false });
  else if (detail[lang] && width - used > 30) pdf.text(cut(pdf, detail[lang], width - used), x + used, middle(y, height, small), { lineBreak: false });
}

/** The vertical offset that centres a line of that size in a row; a line of Noto is 1.45 of its size. */
function middle(y: number, height: number, size: number): number {
  return y + (height - size * 1.45) / 2;
}

/** The size at which the text fits the width, no smaller than seven tenths of what is wanted. The font is set. */
function fitted(pdf: Pdf, text: string, width: number, size: number): number {
  return Math.max(size * 0.7, size * Math.min(1, width / pdf.widthOfString(text)));
}

/** Cuts the text to the width, with an ellipsis. */
function cut(pdf: Pdf, text: string, width: number): string {
  if (pdf.widthOfString(text) <= width) return text;
  const signs = [...text];
  let [from, until] = [0, signs.length];
  while (from < until) {
    const half = Math.ceil((from + until) / 2);
    if (pdf.widthOfString(`${signs.slice(0, half).join('')}…`) <= width) from = half;
    else until = half - 1;
  }
  return `${signs.slice(0, from).join('').trimEnd()}…`;
}

/** '2026-12-05（週六）', 'Sat 2026-12-05' */
function dayText(date: string, lang: Lang): string {
  const weekday = new Intl.DateTimeFormat(language[lang].locale, { weekday: 'short', timeZone: 'UTC' }).format(instant(`${date} 00:00:00`));
  return fill(language[lang].date, { day: date, weekday });
}
