/** The one sentence that the call understands; undefined for a value that has no place in it. */
export function existenceSql(object: string, key: string, id: string): string | undefined {
  if (/[\\\p{Cc}]/u.test(id)) return undefined;
  const sql = `SELECT \`${key}\` FROM \`${object}\` WHERE \`${key}\` = '${id.replaceAll("'", "''")}'`;
  return sql.length <= 300 ? sql : undefined;
}
