/** Personal links of many people at once: existing ones found by one statement, new ones for the others. */
import { newLinkId } from '#application/personal/actions/link-token.ts';
import { linkState } from '#application/personal/actions/personal-links.ts';
import { campaignLinks, insertLink, type LinkRow } from '#application/personal/data/links.ts';
import type { Executor } from '#framework/data/engine/connect.ts';
import type { Tools } from '#framework/tools.ts';
import type { Side } from '../rules/release.ts';
import { personKey } from './people.ts';

/** The object whose row is opened by a link of that side. */
export const objectOfSide: Record<Side, string> = { dm: 'decision_maker', pitch: 'pitch' };

/** Links by `personKey`. A new one does not expire by itself, and can be revoked like any other. */
export async function existingLinks(
  tools: Pick<Tools, 'now'>,
  tx: Executor,
  campaign: string,
  people: readonly { side: Side; id: string }[],
  by: string,
): Promise<Map<string, LinkRow>> {
  const at = tools.now().getTime();
  // Newest first: where somebody has several, the newest stays in the map.
  const existing = (await campaignLinks(tx, campaign, 'my')).filter((link) => linkState(link, at) === 'open').reverse();
  const known = new Map(existing.map((link) => [`${link.object} ${link.rowId}`, link]));
  const links = new Map<string, LinkRow>();
  for (const person of people) {
    const object = objectOfSide[person.side];
    let link = known.get(`${object} ${person.id}`);
    if (!link) {
      const fresh = { at, by, endsAt: null, revokedAt: null, openedAt: null, seenAt: null, opens: 0 };
      link = { ...fresh, id: newLinkId(), kind: 'my', object, rowId: person.id, campaign, page: '' };
      await insertLink(tx, link);
    }
    links.set(personKey(person), link);
  }
  return links;
}
