import { readRoleVersions } from '#framework/data/system/own-roles.ts';
import type { Tools } from '#framework/tools.ts';

/** Takes over the roles that other processes on the same database have made, changed and deleted: so long a right that was taken away may hold elsewhere. */
export async function followRoles({ db, registry }: Pick<Tools, 'db' | 'registry'>): Promise<void> {
  const known = registry.ownRoles().map(({ code, ver }) => `${code} ${ver}`);
  if ((await readRoleVersions(db)).join() !== known.join()) await registry.reload();
}
