/** Names and values on a sheet, and text that runs over pages: what receipts and printed records are made of. */
import { bottom, contentWidth, ink, margin, type Pdf, pageHeight, pageWidth, rule, softInk } from './sheet.ts';

/** Points that the names take; the rest is for the values. */
const nameWidth = 128;

export interface SheetHead {
  house: string;
  title: string;
  /** beside the title, small */
  mark: string;
}

export function drawHead(pdf: Pdf, { house, title, mark }: SheetHead): void {
  pdf.font('bold').fontSize(11).fillColor(ink).text(house, margin, margin, { width: contentWidth });
  rule(pdf, pdf.y + 6, margin, pageWidth - margin, ink, 1.2);
  pdf.y += 18;
  pdf.font('bold').fontSize(19).text(title, margin, pdf.y, { width: contentWidth });
  if (mark)
    pdf
      .font('regular')
      .fontSize(9.5)
      .fillColor(softInk)
      .text(mark, margin, pdf.y + 1, { width: contentWidth });
  pdf.font('regular').fontSize(9).fillColor(ink);
  pdf.y += 10;
}

/** A heading that is never left alone at the foot of a page. */
export function drawHeading(pdf: Pdf, text: string): void {
  demandRoom(pdf, 64);
  pdf.y += 8;
  pdf.font('bold').fontSize(12).fillColor(ink).text(text, margin, pdf.y, { width: contentWidth });
  rule(pdf, pdf.y + 3);
  pdf.font('regular').fontSize(9);
  pdf.y += 9;
}

export interface Fact {
  name: string;
  value: string;
  link?: string;
}

/** A name and its value beside it; a long value goes on over as many pages as it needs. */
export function drawFact(pdf: Pdf, { name, value, link }: Fact): void {
  pdf.font('regular').fontSize(9);
  const height = pdf.heightOfString(name, { width: nameWidth - 10 });
  demandRoom(pdf, Math.max(height, 14) + 4);
  const top = pdf.y;
  const page = pdf.page;
  pdf.fillColor(softInk).text(name, margin, top, { width: nameWidth - 10 });
  const under = pdf.y;
  pdf.fillColor(value === '' ? softInk : ink);
  flow(pdf, value === '' ? '—' : value, margin + nameWidth, top, contentWidth - nameWidth, link);
  pdf.y = (pdf.page === page ? Math.max(under, pdf.y) : pdf.y) + 5;
  pdf.x = margin;
}

/** Starts a page where less than `height` points are left. */
export function demandRoom(pdf: Pdf, height: number): void {
  if (pdf.y + height <= bottom) return;
  pdf.addPage();
  pdf.y = margin;
}

/** Why a meeting is off the grid: no slot is that time, or the table is none of the slot's; undefined where its place is right. */
function flow(pdf: Pdf, text: string, x: number, y: number, width: number, link?: string): void {
  const pages = new Set([pdf.page]);
  const raise = () => {
    pages.add(pdf.page);
    pdf.page.margins.bottom = pageHeight - bottom;
  };
  raise();
  pdf.on('pageAdded', raise);
  pdf.text(text, x, y, { width, lineGap: 1.5, ...(link && { link, underline: true }) });
  pdf.off('pageAdded', raise);
  for (const page of pages) page.margins.bottom = 0;
}
