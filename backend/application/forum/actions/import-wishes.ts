/** Imports the wishes of many decision makers from one spreadsheet: first a check of every row, then all rows in one transaction, or none. */
import type { WishReport } from '#application/forum/wire.ts';
import { forumRows } from '#application/pairing/actions/forum-rows.ts';
import { isOffered, nameOf } from '#application/personal/rules/my-facts.ts';
import type { Lang } from '#codegen/model.ts';
import { writeWorkbook } from '#framework/export/workbook.ts';
import { readSheet } from '#framework/import/read-sheet.ts';
import { modelFor } from '#framework/records/record-tools.ts';
import { Work } from '#framework/records/verb.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { idIn } from '#rules/records/facts.ts';
import { Refusal } from '#rules/words/problem.ts';
import { readWishes, type WishLine } from '../rules/wish-sheet.ts';

/** Checks what the import would do; nothing is written. @throws Refusal msg.sheet, msg.toolarge, msg.nothing for a sheet without rows */
export async function checkWishes(tools: Tools, actor: Actor, cid: string, bytes: Buffer): Promise<WishReport> {
  modelFor(tools, actor, 'decision_maker', 'import');
  return reportOf(readWishes(await readSheet(bytes), await forumRows(tools.db, tools.registry, cid)));
}

/**
 * Writes the lists, all or none, under the campaign's lock and after the same check.
 * @throws Refusal as checkWishes; msg.invalid with data {lines, counts} where any row has a problem
 */
export async function writeWishes(tools: Tools, actor: Actor, cid: string, bytes: Buffer): Promise<WishReport> {
  modelFor(tools, actor, 'decision_maker', 'import');
  modelFor(tools, actor, 'decision_maker', 'update');
  const sheet = await readSheet(bytes);
  return tools.db.transaction(async (tx) => {
    const job = new Work(tools, tx, actor, 'import', tools.now());
    const forum = await forumRows(tx, tools.registry, cid, true);
    const report = reportOf(readWishes(sheet, forum));
    if (report.counts.nothing) {
      const fields = report.lines.flatMap(({ problems }) => problems.map(({ row, column, code, values }) => ({ path: `rows/${row}/${column}`, code, values })));
      throw new Refusal('msg.invalid', { fields, data: report });
    }
    const byId = new Map(forum.dms.map((row) => [idIn(row, 'id'), row]));
    for (const { dm, does, wishes } of report.lines) {
      const row = does === 'change' && dm ? byId.get(dm.id) : undefined;
      if (row) await job.change('decision_maker', row, { priority: wishes });
    }
    return report;
  });
}

/** A spreadsheet to fill in: every enabled decision maker with their present wishes, and the offered pitches on a second sheet. */
export async function wishTemplate(tools: Tools, actor: Actor, cid: string, lang: Lang): Promise<Buffer> {
  modelFor(tools, actor, 'decision_maker', 'import');
  const { dms, pitches } = await forumRows(tools.db, tools.registry, cid);
  const number = new Map(pitches.map((row) => [idIn(row, 'id'), idIn(row, 'enrollid')]));
  const people = dms.filter((row) => row.enabled !== false);
  const lists = people.map((row) => (Array.isArray(row.priority) ? row.priority.map((id) => number.get(String(id)) ?? '') : []));
  const columns = Math.min(200, Math.max(10, ...lists.map((list) => list.length)));
  const words = readWords<SheetWords>(lang, 'wish-sheet', tools.config.localesDir);
  const keyOf = (row: (typeof people)[number]) => idIn(row, 'email') || idIn(row, 'id');
  return writeWorkbook([
    {
      name: words.wishes,
      heads: [words.dm, ...Array.from({ length: columns }, (_, index) => `${index + 1}`)],
      rows: people.map((row, index) => [keyOf(row), ...(lists[index] ?? [])]),
      widths: [34, ...Array.from({ length: columns }, () => 8)],
    },
    {
      name: words.pitches,
      heads: [words.number, words.title, words.titleEn],
      rows: pitches.filter(isOffered).map((row) => [idIn(row, 'enrollid'), idIn(row, 'cname'), idIn(row, 'ename')]),
      widths: [10, 30, 40],
    },
    {
      name: words.people,
      heads: [words.dm, words.name, words.id],
      rows: people.map((row) => [keyOf(row), nameOf(row)[lang], idIn(row, 'id')]),
      widths: [34, 24, 30],
    },
  ]);
}

/** Column headings of the template and names of its sheets. */
type SheetWords = Record<'wishes' | 'dm' | 'pitches' | 'number' | 'title' | 'titleEn' | 'people' | 'name' | 'id', string>;

function reportOf(lines: WishLine[]): WishReport {
  if (!lines.length) throw new Refusal('msg.nothing');
  const count = (does: WishLine['does']) => lines.filter((line) => line.does === does).length;
  return { lines, counts: { change: count('change'), same: count('same'), nothing: count('nothing') } };
}
