/** Stills on a personal page. */

import { wholeReader } from '#framework/data/rows/reader.ts';
import { loadRow } from '#framework/data/rows/records.ts';
import { placesOfFile } from '#framework/data/system/files/files.ts';
import { type ReadableFile, storedPicture } from '#framework/files/read-file.ts';
import type { Tools } from '#framework/tools.ts';
import { Refusal } from '#rules/words/problem.ts';
import { isOffered } from '../rules/my-facts.ts';
import { openMy } from './open-my.ts';

/** A still of a pitch that is offered to the decision maker, or for which they wished. @throws Refusal my.*, msg.notfound for every other file */
export async function readMyFile(tools: Tools, token: string, name: string, width: number | undefined): Promise<ReadableFile> {
  const { side, person, campaign } = await openMy(tools, token);
  const model = tools.registry.get('pitch')?.model;
  const wishes = Array.isArray(person.priority) ? person.priority : [];
  for (const place of side === 'dm' && model ? await placesOfFile(tools.db, name) : []) {
    if (place.object !== 'pitch' || place.field !== 'stills' || !model) continue;
    const pitch = await loadRow(tools.db, wholeReader(model, tools.db.kind), place.rowId);
    if (pitch && pitch.cid === campaign.id && (isOffered(pitch) || wishes.includes(place.rowId))) return storedPicture(tools, name, width);
  }
  throw new Refusal('msg.notfound');
}
