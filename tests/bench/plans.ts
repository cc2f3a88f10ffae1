/** What the database does for one call of each measure: the product's own statements, from the server's log, with rows examined and plan. */
import type { Connection } from 'mysql2/promise';
import { load } from './load.ts';
import type { Measure, Scene } from './measures.ts';
import { table } from './report.ts';

export interface Statement {
  measure: string;
  sql: string;
  examined: number;
  /** ms */
  time: number;
  /** tables with the access type and key that EXPLAIN names */
  plan: string;
}

/** Runs one call of each measure on a product that was started after the log was switched on (`slow_query_log`, `long_query_time` 0, to a table). */
export async function statementsOf(measures: Measure[], scene: Scene, admin: Connection, database: string): Promise<Statement[]> {
  const found: Statement[] = [];
  for (const measure of measures) {
    const script = await measure.script('product', scene);
    if (!script) continue;
    await admin.query('TRUNCATE TABLE mysql.slow_log');
    await load(script, { port: scene.port, connections: 1, time: 60_000, atMost: 1 });
    const [logged] = await admin.query(
      'SELECT sql_text AS `sql`, rows_examined AS examined, TIME_TO_SEC(query_time) * 1000 AS time FROM mysql.slow_log WHERE db = ? AND user_host NOT LIKE ? ORDER BY start_time',
      [database, '%bench_admin%'],
    );
    for (const row of logged as { sql: string; examined: number; time: number }[]) {
      // mysql2 gives rows as it names them above
      const sql = String(row.sql);
      if (!/^\s*(SELECT|INSERT|UPDATE|DELETE)/i.test(sql) || sql.includes('mysql.slow_log')) continue;
      found.push({ measure: measure.title, sql, examined: Number(row.examined), time: Number(row.time), plan: await planOf(admin, database, sql) });
    }
  }
  return found;
}

async function planOf(admin: Connection, database: string, sql: string): Promise<string> {
  if (!/^\s*(SELECT|UPDATE)/i.test(sql)) return '';
  await admin.query(`USE \`${database}\``);
  const [rows] = await admin.query(`EXPLAIN ${sql}`).catch(() => [[]]);
  return (rows as Record<string, unknown>[])
    .map((row) => `${row.table}: ${row.type}, ${row.key ?? 'no index'}${/filesort/.test(String(row.Extra)) ? ', filesort' : ''}`)
    .join('; '); // EXPLAIN's columns
}

export function statementTable(statements: Statement[]): string {
  const short = (sql: string) => {
    const one = sql
      .replace(/\s+/g, ' ')
      .replace(/SELECT t\.`id`, .*? FROM/i, 'SELECT … FROM')
      .replaceAll('|', '\\|');
    return `\`${(one.length > 150 ? `${one.slice(0, 147)}…` : one).replaceAll('`', '')}\``;
  };
  return table(
    ['call', 'statement', 'rows examined', 'ms', 'plan'],
    statements.map(({ measure, sql, examined, time, plan }) => [measure, short(sql), examined.toLocaleString('en'), time.toFixed(2), plan]),
  );
}
