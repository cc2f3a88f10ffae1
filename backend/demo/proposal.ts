/** The demo's proposal: a short document that stands at the enrolments of the campaign in selection, so that there is one to open. */

import type { Row } from '#codegen/model.ts';
import type { FileRow } from '#framework/data/system/files/files.ts';
import { contentWidth, drawSheets, ink, margin, rule, softInk } from '#framework/print/sheet.ts';
import { linkOf } from '#rules/records/upload.ts';
import { type FileStore, keepFile } from './store-files.ts';

/** A document that lies in the store under a name, announced only. */
export interface DemoProposal {
  name: string;
  size: number;
  row: FileRow;
}

const fileName = '企劃書 Proposal.pdf';

const chapters: readonly (readonly [heading: string, text: string])[] = [
  ['導演的話 Director’s statement', '我想記下的不是事件，而是事件過後人們怎麼繼續生活。\nNot the event, but how people go on living after it.'],
  ['影像風格 Visual approach', '以固定鏡頭與自然光為主，聲音先於畫面。\nStill frames and natural light; sound comes before the image.'],
  ['拍攝期程 Schedule', '田野調查 4 個月、拍攝 10 個月、剪接 6 個月、聲音與調光 2 個月。\nResearch 4 months, shooting 10, editing 6, sound and grading 2.'],
  ['預算 Budget', '總預算 TWD 6,800,000，已籌得 35 %。\nTWD 6,800,000 in all, of which 35 % is in place.'],
];

/** Draws it and puts it into the store. */
export async function keepProposal(store: FileStore, created: Date): Promise<DemoProposal> {
  const footer = (page: number, pages: number): string => `示範文件 Demo document  ${page} / ${pages}`;
  const bytes = await drawSheets({ title: '企劃書 Proposal', author: 'Reelbase', language: 'zh-TW', created, footer }, (pdf) => {
    pdf.font('bold').fontSize(24).fillColor(ink).text('企劃書 Proposal', margin, 90, { width: contentWidth });
    rule(pdf, 136);
    pdf.y = 160;
    for (const [heading, text] of chapters) {
      pdf.font('bold').fontSize(13).fillColor(ink).text(heading, margin, pdf.y, { width: contentWidth });
      pdf
        .font('regular')
        .fontSize(11)
        .fillColor(softInk)
        .text(text, margin, pdf.y + 6, { width: contentWidth, lineGap: 5 });
      pdf.y += 24;
    }
  });
  const file = { object: 'enrolment', field: 'proposal', purpose: 'proposal', fileName, type: 'application/pdf', public: false };
  const row = await keepFile(store, file, bytes);
  return { name: row.name, size: row.size, row };
}

export function proposalFile({ name, size }: DemoProposal): Row {
  return { filepath: `files/${name}`, fileName, size, link: linkOf(name), name: '', desc: '', altLink: '', altName: '', altDesc: '' };
}
