/** A counting rule at all nodes at once, as the product keeps it: many transactions on few parents, without anybody waiting for HTTP. */
import { connect, type Database } from '#framework/data/engine/connect.ts';
import { claimRows } from '#framework/data/rows/claims.ts';
import { ensureSystemTables } from '#framework/data/system/system-tables.ts';
import type { DatabaseNode } from './galera.ts';

const parents = 120;
const atOnce = 6;
const limit = 2;

export interface RuleResult {
  /** parents with more children than there may be */
  above: number;
  /** transactions of which one of two rows is there */
  halves: number;
  /** transactions that were taken back by another node and done again */
  repeated: number;
  /** that were given up after the last attempt */
  givenUp: number;
  perSecond: number;
}

/** `isLocked`: with the product's lock; without it the rule has to break, or the test shows nothing. */
export async function countAtAllNodes(nodes: Pick<DatabaseNode, 'port'>[], isLocked: boolean): Promise<RuleResult> {
  const name = `rules_${isLocked ? 'locked' : 'bare'}_${Date.now()}`;
  const databases: Database[] = [];
  for (const { port } of nodes) databases.push(await connect(`mysql://root@127.0.0.1:${port}/${name}?writers=many`));
  const [one] = databases;
  if (!one) throw new Error('no node');
  await ensureSystemTables(one);
  await one.exec('CREATE TABLE `parent` (`id` VARCHAR(20) PRIMARY KEY)');
  await one.exec('CREATE TABLE `child` (`id` VARCHAR(40) PRIMARY KEY, `parent` VARCHAR(20) NOT NULL, KEY (`parent`))');
  await one.exec('CREATE TABLE `other` (`id` VARCHAR(40) PRIMARY KEY)');
  for (let n = 0; n < parents; n += 1) await one.run('INSERT INTO `parent` VALUES (?)', [`p${n}`]);
  let attempts = 0;
  let givenUp = 0;
  const began = performance.now();
  for (let n = 0; n < parents; n += 1) {
    const id = `p${n}`;
    const work = (db: Database, child: string) =>
      db.transaction(async (tx) => {
        attempts += 1;
        if (isLocked) await claimRows(tx, 'parent', [id]);
        // Statements that this connection has never seen, as after a start: prepared on the way they would be torn.
        const fresh = `/* ${child} */`;
        await tx.query(`SELECT ${fresh} \`id\` FROM \`parent\` WHERE \`id\` = ?${tx.forUpdate}`, [id]);
        const [row] = await tx.query<{ n: number }>(`SELECT ${fresh} COUNT(*) AS n FROM \`child\` WHERE \`parent\` = ?`, [id]);
        if (Number(row?.n) >= limit) return;
        await tx.run(`INSERT ${fresh} INTO \`child\` VALUES (?, ?)`, [child, id]);
        await tx.run(`INSERT ${fresh} INTO \`other\` VALUES (?)`, [child]);
      });
    const all = Array.from({ length: atOnce }, (_, k) => work(databases[k % databases.length] ?? one, `${id}_${k}`));
    for (const end of await Promise.allSettled(all)) if (end.status === 'rejected') givenUp += 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  const above = await one.query('SELECT `parent` FROM `child` GROUP BY `parent` HAVING COUNT(*) > ?', [limit]);
  const halves = await one.query('SELECT c.`id` FROM `child` c LEFT JOIN `other` o ON o.`id` = c.`id` WHERE o.`id` IS NULL');
  const others = await one.query('SELECT o.`id` FROM `other` o LEFT JOIN `child` c ON c.`id` = o.`id` WHERE c.`id` IS NULL');
  await one.exec(`DROP DATABASE \`${name}\``);
  for (const db of databases) await db.close();
  return {
    above: above.length,
    halves: halves.length + others.length,
    repeated: attempts - parents * atOnce,
    givenUp,
    perSecond: (parents * atOnce) / seconds,
  };
}
