import type { ReactNode } from 'react';

/** A plot's figures as a table, folded away under `summary`; the first cell of a row is its name. */
export function PlotTable({
  summary,
  heads,
  rows,
  ...named
}: {
  summary: string;
  heads: readonly string[];
  rows: readonly (readonly [string, ...ReactNode[]])[];
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  return (
    <details>
      <summary>{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it */}
      <section className="plot-table" tabIndex={0} {...named}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  <td key={heads[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
