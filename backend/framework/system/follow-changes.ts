/** What other processes on the same database change of the objects: roles of the house, lists of options, added fields. */
import { readRoleVersions } from '#framework/data/system/accounts/own-roles.ts';
import { overlayMark } from '#framework/objects/overlay.ts';
import type { Tools } from '#framework/tools.ts';
import { readOverlay } from './read-overlay.ts';

/** Takes them over: so long a right that was taken away may hold elsewhere. */
export async function followChanges({ db, registry }: Pick<Tools, 'db' | 'registry'>): Promise<void> {
  const known = registry.ownRoles().map(({ code, ver }) => `${code} ${ver}`);
  const isOther = (await readRoleVersions(db)).join() !== known.join() || overlayMark(await readOverlay(db)) !== overlayMark(registry.overlay());
  if (isOther) await registry.reload();
}
