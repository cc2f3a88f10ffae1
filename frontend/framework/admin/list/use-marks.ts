/** Marks what was searched for in the rows that are shown, by the browser's own highlights: no element is added, and where there are none nothing is marked. */
import { type RefObject, useEffect } from 'react';
import { Fetched } from '#ui/fetched.ts';

const name = 'searched';
/** With its table of characters it is fetched with the first search. */
const rules = new Fetched(() => import('#rules/queries/marks.ts'));

export function useMarks(ref: RefObject<HTMLElement | null>, query: string, rows: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are other texts
  useEffect(() => {
    const highlights = 'highlights' in CSS ? CSS.highlights : undefined;
    const host = ref.current;
    if (!highlights || !host || !query) return;
    let isLeft = false;
    void rules.whenThere().then(({ marksOf }) => {
      if (isLeft) return;
      const found = new Highlight();
      const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (const [from, to] of marksOf(node.textContent ?? '', query)) {
          const range = new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to });
          found.add(range);
        }
      highlights.set(name, found);
    });
    return () => {
      isLeft = true;
      highlights.delete(name);
    };
  }, [ref, query, rows]);
}
