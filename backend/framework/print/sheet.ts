/**
 * A4 sheets with Chinese type: the fonts are embedded, cut down to the signs that are used, so that a document looks the same on any machine.
 * Noto Sans TC is under the SIL Open Font License. pdfkit and its fonts are loaded with the first document.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type PDFKit from 'pdfkit';

export type Pdf = InstanceType<typeof PDFKit>;

export interface SheetOptions {
  title: string;
  author: string;
  /** of the text: 'zh-TW', 'en' */
  language: string;
  created: Date;
  /** across every page: a draft, a void one */
  watermark?: { text: string; color: string };
  /** the line at the foot of page `page` of `pages` */
  footer(page: number, pages: number): string;
}

/** Points; a side margin of 17 mm. */
export const margin = 48;
export const pageWidth = 595.28;
export const pageHeight = 841.89;
export const contentWidth = pageWidth - 2 * margin;
/** Content ends here; the footer is below. */
export const bottom = pageHeight - 64;

export const ink = '#1b1f24';
export const softInk = '#5b6570';
export const line = '#c9ced4';

/** Draws a document and gives its bytes. */
export async function drawSheets(options: SheetOptions, draw: (pdf: Pdf) => void | Promise<void>): Promise<Buffer> {
  const [{ default: Document }, fonts] = await Promise.all([import('pdfkit'), loadFonts()]);
  const pdf = new Document({
    size: 'A4',
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    bufferPages: true,
    autoFirstPage: false,
    font: '', // the built-in Latin fonts are neither embedded nor needed
    pdfVersion: '1.7',
    lang: options.language,
    displayTitle: true,
    info: { Title: options.title, Author: options.author, Creator: 'Reelbase', CreationDate: options.created },
  });
  if (!options.language.startsWith('zh')) narrowMarks(pdf);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.once('end', resolve);
    pdf.once('error', reject);
  });
  pdf.registerFont('regular', fonts.regular);
  pdf.registerFont('bold', fonts.bold);
  pdf.on('pageAdded', () => {
    if (options.watermark) drawWatermark(pdf, options.watermark);
    pdf.font('regular').fontSize(9).fillColor(ink);
  });
  pdf.addPage();
  await draw(pdf);
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    pdf.font('regular').fontSize(8).fillColor(softInk);
    pdf.text(options.footer(index + 1, count), margin, pageHeight - 44, { width: contentWidth, align: 'center', lineBreak: false });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Quotation marks, dashes and dots of a text that is not Chinese: the typeface has them as wide as a Chinese sign, and narrow ones by a feature. */
function narrowMarks(pdf: Pdf): void {
  const features: PDFKit.Mixins.OpenTypeFeatures[] = ['pwid'];
  const write = pdf.text.bind(pdf);
  const [width, height] = [pdf.widthOfString.bind(pdf), pdf.heightOfString.bind(pdf)];
  const written = (words: string, x?: number | PDFKit.Mixins.TextOptions, y?: number, more?: PDFKit.Mixins.TextOptions): Pdf =>
    typeof x === 'object' ? write(words, { features, ...x }) : write(words, x, y, { features, ...more });
  Object.assign(pdf, {
    text: written,
    widthOfString: (words: string, more?: PDFKit.Mixins.TextOptions) => width(words, { features, ...more }),
    heightOfString: (words: string, more?: PDFKit.Mixins.TextOptions) => height(words, { features, ...more }),
  });
}

/** Text right-aligned in a box; too long for it, it is set smaller rather than broken. */
export function figure(pdf: Pdf, text: string, x: number, y: number, width: number, size = 9): void {
  pdf.fontSize(size);
  const needed = pdf.widthOfString(text);
  const fitting = needed > width ? (size * width) / needed : size;
  pdf.fontSize(fitting);
  pdf.text(text, x + width - pdf.widthOfString(text), y + (size - fitting) * 0.7, { lineBreak: false });
  pdf.fontSize(size);
}

export function rule(pdf: Pdf, y: number, from = margin, to = pageWidth - margin, color = line, weight = 0.6): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(weight).strokeColor(color).stroke();
}

function drawWatermark(pdf: Pdf, { text, color }: { text: string; color: string }): void {
  pdf.save();
  pdf.font('bold').fontSize(92);
  const width = pdf.widthOfString(text);
  pdf.rotate(-38, { origin: [pageWidth / 2, pageHeight / 2] });
  pdf.fillColor(color).fillOpacity(0.13);
  pdf.text(text, (pageWidth - width) / 2, pageHeight / 2 - 66, { lineBreak: false });
  pdf.restore();
  pdf.fillOpacity(1);
}

let loaded: Promise<{ regular: Buffer; bold: Buffer }> | undefined;

function loadFonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  loaded ??= readFonts().catch((error: unknown) => {
    loaded = undefined; // the next document tries again
    throw error;
  });
  return loaded;
}

async function readFonts(): Promise<{ regular: Buffer; bold: Buffer }> {
  const { resolve } = createRequire(import.meta.url);
  const folder = '@expo-google-fonts/noto-sans-tc';
  const [regular, bold] = await Promise.all([
    readFile(resolve(`${folder}/400Regular/NotoSansTC_400Regular.ttf`)),
    readFile(resolve(`${folder}/700Bold/NotoSansTC_700Bold.ttf`)),
  ]);
  return { regular, bold };
}
