/** Stills on a personal page. */
import { type ReadableFile, storedPicture } from '#backend/actions/read-file.ts';
import type { Tools } from '#backend/actions/tools.ts';
import { placesOfFile } from '#backend/data/files.ts';
import { wholeReader } from '#backend/data/reader.ts';
import { loadRow } from '#backend/data/records.ts';
import { isOffered } from '#domain/my/my-facts.ts';
import { Refusal } from '#domain/problem.ts';
import { openMy } from './open-my.ts';

/** A still of a pitch that is offered to the decision maker, or that they wished for. @throws Refusal my.*, msg.notfound for every other file */
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
