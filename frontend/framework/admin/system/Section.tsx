import { createContext, type ReactNode, useContext } from 'react';
import { useTranslate } from 'react-admin';
import { ScrollTable } from '#ui/ScrollTable.tsx';

/** What a panel is called: its tables scroll under that name. */
const TitleContext = createContext('');

/** A panel; `none` says so where there is nothing to list. */
export function Section({ title, none, children }: { title: string; none?: string | false; children: ReactNode }) {
  return (
    <TitleContext.Provider value={title}>
      <section className="panel">
        <h2>{title}</h2>
        {none ? <p className="soft">{none}</p> : children}
      </section>
    </TitleContext.Provider>
  );
}

/** Columns of running text; the others are short and stay on one line. */
const wrapped = new Set(['message', 'should', 'agent', 'subject', 'error', 'checked']);

/** Plain rows; `heads` are keys under `system.` or `ops.`, '' above buttons. */
export function Table({ heads, rows }: { heads: string[]; rows: ReactNode[][] }) {
  const translate = useTranslate();
  const title = useContext(TitleContext);
  return (
    <ScrollTable
      aria-label={title}
      heads={heads.map((head) => head && translate(`system.${head}`, { _: translate(`ops.${head}`, { _: translate(`jobs.${head}`) }) }))}
    >
      {rows.map((cells, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are read-only and come in one piece
        <tr key={index}>
          {cells.map((cell, column) => (
            <td key={heads[column]} data-wrap={wrapped.has(heads[column] ?? '') || undefined}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
