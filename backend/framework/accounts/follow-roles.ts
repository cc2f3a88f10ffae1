import { readRoleVersions } from '#framework/data/system/own-roles.ts';
import type { Tools } from '#framework/tools.ts';

/** How often a process looks whether another one on its database has changed a role, ms: as long as a right that was taken away may hold elsewhere. */
const lookEvery = 3_000;

/** Takes over the roles that other processes on the same database make, change and delete. Gives the way to stop. */
export function followRoles({ db, registry, log }: Pick<Tools, 'db' | 'registry' | 'log'>): () => void {
  // An embedded database has no other process.
  if (db.kind === 'sqlite') return () => undefined;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const known = registry.ownRoles().map(({ code, ver }) => `${code} ${ver}`);
      if ((await readRoleVersions(db)).join() !== known.join()) await registry.reload();
    } catch (error) {
      log.warn({ err: error }, 'roles not looked at'); // the database is away; the next look finds it again
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}
