/** Wishes from a spreadsheet: one row for each decision maker (id, e-mail or name in the first column), then pitch numbers in the order of the wishes. Pure. */

import { lostMeetings } from '#application/pairing/rules/decision-maker.ts';
import { isOffered, nameOf } from '#application/personal/rules/my-facts.ts';
import type { Lang, Row } from '#codegen/model.ts';
import { idIn } from '#rules/records/facts.ts';
import type { ProblemCode, Values } from '#rules/words/problem.ts';

export type SheetCell = string | number | boolean | Date | null;

export interface WishProblem {
  /** line number as a spreadsheet counts: 1 is the first */
  row: number;
  column: number;
  code: ProblemCode;
  values: Values;
}

export interface WishLine {
  row: number;
  /** undefined where it is unknown or ambiguous */
  dm: { id: string; name: Record<Lang, string> } | undefined;
  /** pitch ids in order */
  wishes: string[];
  before: number;
  /** what the import of this line will do */
  does: 'change' | 'same' | 'nothing';
  problems: WishProblem[];
}

export interface WishForum {
  dms: readonly Row[];
  pitches: readonly Row[];
  pairings: readonly Row[];
}

/** Compares the sheet with the campaign; the first row is its heading. Empty rows are skipped. */
export function readWishes(sheet: readonly (readonly SheetCell[])[], forum: WishForum): WishLine[] {
  const finders = findersOf(forum);
  const seen = new Map<string, number>();
  return sheet.slice(1).flatMap((cells, index): WishLine[] => {
    if (cells.every((cell) => spelled(cell) === '')) return [];
    return [lineOf(cells, index + 2, forum, finders, seen)];
  });
}

type Finders = ReturnType<typeof findersOf>;

function lineOf(cells: readonly SheetCell[], row: number, { pairings }: WishForum, { people, pitches }: Finders, seen: Map<string, number>): WishLine {
  const line: WishLine = { row, dm: undefined, wishes: [], before: 0, does: 'nothing', problems: [] };
  const note = (column: number, code: ProblemCode, values: Values = {}) => line.problems.push({ row, column, code, values });
  const named = spelled(cells[0] ?? null);
  const found = people(named);
  const dm = found.length === 1 ? found[0] : undefined;
  if (found.length !== 1) note(1, found.length ? 'wish.several' : 'wish.nobody', { value: named, count: found.length });
  if (dm) {
    const id = idIn(dm, 'id');
    line.dm = { id, name: nameOf(dm) };
    const earlier = seen.get(id);
    if (earlier !== undefined) note(1, 'wish.again', { row: earlier });
    else seen.set(id, row);
    if (dm.enabled === false) note(1, 'rule.disabled');
  }
  for (const [at, cell] of cells.slice(1).entries()) {
    const value = spelled(cell);
    if (value === '') continue;
    const pitch = pitches.get(value.toUpperCase());
    const id = idIn(pitch, 'id');
    if (!pitch) note(at + 2, 'wish.nopitch', { value });
    else if (line.wishes.includes(id)) note(at + 2, 'wish.double', { value });
    else {
      if (!isOffered(pitch) && !listOf(dm).includes(id)) note(at + 2, 'rule.notoffered', { value });
      line.wishes.push(id);
    }
  }
  if (dm && !line.problems.length) {
    const refused = lostMeetings(
      { ...dm, priority: line.wishes },
      pairings.filter((pairing) => pairing.dm === dm.id),
    ).filter(({ path }) => path === 'priority');
    if (refused.length) note(1, 'rule.keptwish');
  }
  line.before = listOf(dm).length;
  if (dm && !line.problems.length) line.does = listOf(dm).join(' ') === line.wishes.join(' ') ? 'same' : 'change';
  return line;
}

function findersOf({ dms, pitches }: WishForum) {
  const key = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  const byKey = new Map<string, Row[]>();
  for (const dm of dms)
    for (const name of new Set([idIn(dm, 'id'), idIn(dm, 'email'), idIn(dm, 'name'), idIn(dm, 'ename')].map(key)))
      if (name) byKey.set(name, [...(byKey.get(name) ?? []), dm]);
  return {
    people: (named: string) => byKey.get(key(named)) ?? [],
    pitches: new Map(pitches.flatMap((pitch) => (idIn(pitch, 'enrollid') ? [[idIn(pitch, 'enrollid').toUpperCase(), pitch] as const] : []))),
  };
}

function listOf(dm: Row | undefined): string[] {
  return Array.isArray(dm?.priority) ? dm.priority.map(String) : [];
}

/** Full-width letters from a Chinese keyboard are the same number. */
function spelled(cell: SheetCell): string {
  return cell === null ? '' : String(cell).normalize('NFKC').trim();
}
