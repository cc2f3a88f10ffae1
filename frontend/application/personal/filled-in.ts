/** What a person filled in on their personal page, as text to copy or store. Pure. */
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import type { Snapshot } from '#client/typing/shown.ts';
import type { Lang } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import { filledInOf } from './saver.ts';
import type { MyTexts } from './texts.ts';

/** The marked times and the wishes in their order, each under its heading; '' for nothing. */
export function filledIn(typed: Pick<Snapshot<MyFacts>, 'facts' | 'values'>, lang: Lang, { time, wish }: MyTexts): string {
  if (!typed.facts) return '';
  const { side, slots, campaign, pitches } = typed.facts;
  const filled = filledInOf(typed);
  const times = slots.flatMap(({ start, end }, place) =>
    filled.times.cells[place] === '1' ? [`${inZone(start, campaign.zone)}–${inZone(end, campaign.zone).slice(11)}`] : [],
  );
  const byId = new Map(pitches.map((pitch) => [pitch.id, pitch]));
  const wishes = filled.priority.map((id, place) => {
    const pitch = byId.get(id);
    return `${place + 1}. ${pitch ? `${pitch.number} ${pitch.title[lang]}` : id}`;
  });
  const blocks = [
    [`${time.title[side]} (${campaign.zone})`, ...times],
    [wish.title, ...wishes],
  ];
  return blocks.flatMap((lines) => (lines.length > 1 ? [lines.join('\n')] : [])).join('\n\n');
}
