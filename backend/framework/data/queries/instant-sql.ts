/** Moments with a zone (RFC 3339), stored as they were written, brought to UTC by the database: their texts then lie in the order of time. `utcText` of time.ts says the same of one at hand. */
import type { DatabaseKind } from '../engine/connect.ts';

/** The moment in UTC as an expression over one that is a text; what is no moment, and what leaves the calendar of four digits, stays as it is. */
export function utcSql(value: string, kind: DatabaseKind): string {
  const part = (from: number, length?: number | string) => `SUBSTR(${value}, ${from}${length === undefined ? '' : `, ${length}`})`;
  // The zone stands at the end: Z, +08, +0800 or +08:00.
  const zone = (utc: string, hours: string, plain: string, colon: string) =>
    `CASE WHEN ${part(-1)} IN ('Z', 'z') THEN ${utc} WHEN ${part(-3, 1)} = ':' THEN ${colon} WHEN ${part(-3, 1)} IN ('+', '-') THEN ${hours} ELSE ${plain} END`;
  const back = (from: number, minutes: string) => `(CASE ${part(from, 1)} WHEN '-' THEN 1 ELSE -1 END) * (${part(from + 1, 2)} * 60${minutes})`;
  const minutes = zone('0', back(-3, ''), back(-5, ` + ${part(-2)}`), back(-6, ` + ${part(-2)}`));
  const fraction = part(17, `LENGTH(${value}) - 16 - ${zone('1', '3', '5', '6')}`);
  const pattern = `${[4, 2, 2].map(digits).join('-')}[Tt ]${[2, 2, 2].map(digits).join(':')}`;
  if (kind === 'sqlite') {
    const minute = `STRFTIME('%Y-%m-%d %H:%M', ${part(1, 10)} || ' ' || ${part(12, 5)}, (${minutes}) || ' minutes')`;
    const seconds = `CASE ${part(20, 1)} WHEN '.' THEN RTRIM(RTRIM(${fraction}, '0'), '.') ELSE ${part(17, 3)} END`;
    return `(CASE WHEN ${value} GLOB '${pattern}*' THEN COALESCE(${minute} || ${seconds}, ${value}) ELSE ${value} END)`;
  }
  const minute = `DATE_FORMAT(TIMESTAMPADD(MINUTE, ${minutes}, CAST(CONCAT(${part(1, 10)}, ' ', ${part(12, 5)}) AS DATETIME)), '%Y-%m-%d %H:%i')`;
  const seconds = `CASE ${part(20, 1)} WHEN '.' THEN TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM ${fraction})) ELSE ${part(17, 3)} END`;
  const utc = `CASE WHEN ${value} REGEXP '^${pattern}' THEN COALESCE(CONCAT(${minute}, ${seconds}), ${value}) ELSE ${value} END`;
  return `(CONVERT(${utc} USING utf8mb4) COLLATE utf8mb4_bin)`;
}

const digits = (count: number): string => '[0-9]'.repeat(count);
