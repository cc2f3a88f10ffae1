/** The assignment problem: the best pairs of rows and columns where each takes part once at most. Pure. */

/**
 * For each row its column, -1 where none is worth anything. `worth[row][column]` is at least 0; 0 makes no pair.
 * The Hungarian method by shortest augmenting paths, rows² × (rows + columns) steps.
 */
export function assign(worth: readonly Float64Array[], columns: number): Int32Array {
  const rows = worth.length;
  // One column more a row stands for 'nobody'.
  const width = columns + rows;
  const rowPrice = new Float64Array(rows + 1);
  const columnPrice = new Float64Array(width + 1);
  const rowOf = new Int32Array(width + 1);
  const way = new Int32Array(width + 1);
  for (let row = 1; row <= rows; row += 1) {
    rowOf[0] = row;
    let column = 0;
    const least = new Float64Array(width + 1).fill(Infinity);
    const used = new Uint8Array(width + 1);
    do {
      used[column] = 1;
      const current = rowOf[column]!;
      const line = worth[current - 1]!; // rows count from 1
      let delta = Infinity;
      let next = 0;
      for (let candidate = 1; candidate <= width; candidate += 1) {
        if (used[candidate]) continue;
        const cost = candidate <= columns ? -line[candidate - 1]! : 0;
        const reduced = cost - rowPrice[current]! - columnPrice[candidate]!;
        if (reduced < least[candidate]!) {
          least[candidate] = reduced;
          way[candidate] = column;
        }
        if (least[candidate]! < delta) {
          delta = least[candidate]!;
          next = candidate;
        }
      }
      for (let candidate = 0; candidate <= width; candidate += 1) {
        if (used[candidate]) {
          rowPrice[rowOf[candidate]!]! += delta;
          columnPrice[candidate]! -= delta;
        } else least[candidate]! -= delta;
      }
      column = next;
    } while (rowOf[column] !== 0);
    do {
      const before = way[column]!;
      rowOf[column] = rowOf[before]!;
      column = before;
    } while (column !== 0);
  }
  const found = new Int32Array(rows).fill(-1);
  for (let column = 1; column <= columns; column += 1) {
    const row = rowOf[column]! - 1;
    if (row >= 0 && worth[row]![column - 1]! > 0) found[row] = column - 1;
  }
  return found;
}
