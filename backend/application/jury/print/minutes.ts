/** The minutes of a jury's decision as a PDF: who judged, by which method, what was decided of each pitch, who stood aside, and lines to sign. */
import type { Word } from '#application/campaign/actions/dashboard-words.ts';
import { bothSides } from '#application/campaign/rules/two-sides.ts';
import type { JurorLine, RankedLine, Ranking } from '#application/campaign/wire.ts';
import type { Lang } from '#codegen/model.ts';
import { demandRoom, drawFact, drawHead, drawHeading } from '#framework/print/facts.ts';
import { drawSheets, ink, margin, type Pdf, pageWidth, rule, softInk } from '#framework/print/sheet.ts';
import { inLang, language } from '#rules/words/language.ts';
import { wordOf } from '../rules/agreement.ts';
import { incompleteSets } from '../rules/criteria.ts';
import { byOutcome, isDraft } from '../rules/minutes.ts';

export interface MinutesSheet {
  lang: Lang;
  house: string;
  campaign: string;
  /** the program that was asked for; '' for all */
  program: string;
  /** the selection's window in the campaign's zone */
  window: string;
  /** of the window: 'not_started', 'open', 'ended' */
  state: string;
  /** when it was printed, in the campaign's zone */
  printed: string;
  ranking: Ranking;
  /** enabled ones, and others whose votes count or who stood aside; the chair first */
  jurors: readonly JurorLine[];
  word: Word;
  created: Date;
}

export function printMinutes(sheet: MinutesSheet): Promise<Buffer> {
  const { lang, house, campaign, program, window, state, printed, ranking, jurors, word, created } = sheet;
  const say: Word = (key, values) => word(`minutes.${key}`, values);
  return drawSheets(
    {
      title: `${say('title')} ${campaign}`,
      author: house,
      language: language[lang].locale,
      created,
      watermark: isDraft(ranking.lines, state) ? { text: say('draft'), color: softInk } : undefined,
      footer: (page, pages) => say('foot', { campaign, page, pages }),
    },
    (pdf) => {
      drawHead(pdf, { house, title: say('title'), mark: campaign });
      if (program) drawFact(pdf, { name: say('program'), value: program });
      drawFact(pdf, { name: say('window'), value: window });
      drawFact(pdf, { name: say('printed'), value: printed });
      drawHeading(pdf, say('jury', { count: jurors.length }));
      for (const one of jurors) {
        const { read, total, rated } = one;
        const done = one.enabled ? say(one.doneAt ? 'jurordone' : 'juror', { read, total, rated }) : say('jurorleft', { rated });
        drawFact(pdf, { name: nameOf(one, lang), value: [one.chair && say('chair'), one.org, done].filter(Boolean).join(language[lang].semicolon) });
      }
      drawMethod(pdf, sheet, say);
      for (const [outcome, lines] of byOutcome(ranking.lines)) {
        drawHeading(pdf, say(outcome, { count: lines.length }));
        for (const line of lines)
          drawFact(pdf, { name: line.rank === null ? line.number : say('place', { rank: line.rank, number: line.number }), value: lineText(line, sheet, say) });
      }
      drawConflicts(pdf, sheet, say);
      drawSignatures(pdf, sheet, say);
    },
  );
}

function drawMethod(pdf: Pdf, { ranking, lang, word }: MinutesSheet, say: Word): void {
  const { by, agreement, votes, lines, criteria } = ranking;
  drawHeading(pdf, say('method'));
  drawFact(pdf, { name: say('measure'), value: say('measureof', { name: word(`rank.measure.${by}`), help: word(`rank.measurehelp.${by}`) }) });
  drawFact(pdf, { name: say('ties'), value: word('agree.how.measure') });
  drawFact(pdf, { name: say('votes'), value: say('votesof', { votes, pitches: lines.length }) });
  const { count, lacking } = incompleteSets(by === 'criteria' ? lines.flatMap((line) => line.votes) : [], criteria, lang);
  if (count) drawFact(pdf, { name: say('incomplete'), value: say('incompleteof', { count, criteria: lacking }) });
  const shown = agreement.find((one) => one.of === (by === 'criteria' ? 'result' : 'weight'));
  if (!shown) return;
  const { alpha, low, high } = shown;
  const figures = alpha === null ? '' : say('alpha', { alpha: figure(alpha), low: figure(low), high: figure(high) });
  drawFact(pdf, { name: say('agreement'), value: [word(`agree.words.${wordOf(alpha)}`), figures].filter(Boolean).join(language[lang].semicolon) });
}

function lineText(line: RankedLine, { ranking: { by }, lang }: MinutesSheet, say: Word): string {
  const title = bothSides(lang, line.cname, line.ename).filter(Boolean).join(language[lang].gap);
  if (line.rank === null || !line.stability) return `${title}\n${say('norank')}`;
  const [votes, mean] = by === 'criteria' ? [line.rated, line.result] : [line.count, line.mean];
  const { low, high } = line.stability;
  return `${title}\n${say('figures', { votes, mean: figure(mean), sum: line.sum, primary: line.primary, low, high })}`;
}

function drawConflicts(pdf: Pdf, { ranking, jurors, lang }: MinutesSheet, say: Word): void {
  const away = new Map<string, string[]>();
  for (const { number, votes } of ranking.lines) for (const { juror, conflict } of votes) if (conflict) away.set(juror, [...(away.get(juror) ?? []), number]);
  drawHeading(pdf, say('conflicts'));
  const declared = jurors.filter(({ id }) => away.has(id));
  if (!declared.length) pdf.fillColor(softInk).text(say('noconflicts'), margin).fillColor(ink);
  for (const one of declared) drawFact(pdf, { name: nameOf(one, lang), value: (away.get(one.id) ?? []).join(language[lang].list) });
}

function drawSignatures(pdf: Pdf, { jurors, lang }: MinutesSheet, say: Word): void {
  drawHeading(pdf, say('signatures'));
  for (const one of jurors.filter(({ enabled }) => enabled)) {
    demandRoom(pdf, 40);
    const y = pdf.y + 22;
    pdf.fillColor(ink).text(nameOf(one, lang), margin, y, { lineBreak: false });
    rule(pdf, y + 12, margin + 128, pageWidth - margin - 120);
    pdf.fillColor(softInk).text(say('date'), pageWidth - margin - 108, y, { lineBreak: false });
    rule(pdf, y + 12, pageWidth - margin - 76, pageWidth - margin);
    if (one.chair) pdf.text(say('chair'), margin, y + 14, { lineBreak: false });
    pdf.y = y + (one.chair ? 28 : 14);
  }
}

function nameOf({ name, ename }: Pick<JurorLine, 'name' | 'ename'>, lang: Lang): string {
  return inLang({ tw: name, en: ename }, lang);
}

function figure(value: number | null): string {
  return value === null ? '–' : String(Math.round(value * 100) / 100);
}
