import type { ReactNode } from 'react';
import './table.css';

/** A column's head: its words ('' for none); or its name, and what is shown in its place. */
export type Head = string | { name: string; sort?: 'ascending' | 'descending' | undefined; content?: ReactNode };

type Label = { 'aria-label': string } | { 'aria-labelledby': string };

/** A table that scrolls sideways in itself: the keyboard can reach it, and it has a name. `children` are its rows. */
export function ScrollTable({ heads, className = '', children, ...label }: Label & { heads: readonly Head[]; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
    <section className={`table-scroll ${className}`} tabIndex={0} {...label}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => {
              if (head === '') return <td key="" />;
              const { name, sort, content } = typeof head === 'string' ? { name: head, sort: undefined, content: head } : head;
              return (
                <th key={name} scope="col" aria-sort={sort} aria-label={content ? undefined : name}>
                  {content}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
