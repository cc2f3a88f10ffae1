/** What a person has filled in on their own page, as text to keep. Pure. */
import type { Lang } from '#codegen/model.ts';
import { inZone } from '#framework/time.ts';
import type { Saving } from './saver.ts';
import type { MyTexts } from './texts.ts';

/** The marked times and the wishes in their order, each under its heading; '' for none. */
export function filledIn({ facts, edits }: Pick<Saving, 'facts' | 'edits'>, lang: Lang, { time, wish }: MyTexts): string {
  const { side, slots, campaign, pitches } = facts;
  const cells = edits.cells ?? facts.cells;
  const times = slots.flatMap(({ start, end }, place) =>
    cells[place] === '1' ? [`${inZone(start, campaign.zone)}–${inZone(end, campaign.zone).slice(11)}`] : [],
  );
  const byId = new Map(pitches.map((pitch) => [pitch.id, pitch]));
  const wishes = (edits.priority ?? facts.priority).map((id, place) => {
    const pitch = byId.get(id);
    return `${place + 1}. ${pitch ? `${pitch.number} ${pitch.title[lang]}` : id}`;
  });
  const blocks = [
    [`${time.title[side]} (${campaign.zone})`, ...times],
    [wish.title, ...wishes],
  ];
  return blocks.flatMap((lines) => (lines.length > 1 ? [lines.join('\n')] : [])).join('\n\n');
}
