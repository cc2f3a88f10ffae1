/** Announces changes that others make on the board, and marks them there for a moment. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardChanges, BoardFacts } from '#application/pairing/rules/board-facts.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Lang } from '#codegen/model.ts';
import { language } from '#rules/words/language.ts';
import { indexBoard, momentOf, pairName } from './lines.ts';

/** How long another person's change is marked, ms. */
const marked = 8_000;

export function useAnnouncedChanges(me: string, lang: Lang): { fresh: ReadonlySet<string>; tell: (changes: BoardChanges, before: BoardFacts) => void } {
  const translate = useTranslate();
  const { inform } = useNotices();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = useCallback(
    ({ pairings, who }: BoardChanges, before: BoardFacts) => {
      const others = who.filter(({ by }) => by !== me);
      const touched = new Set(others.map(({ pairing }) => pairing));
      if (touched.size === 0) return;
      setFresh(touched);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setFresh(new Set()), marked);
      const names = [...new Set(others.map(({ by }) => by))].join(language[lang].list);
      const [id = ''] = touched;
      const now = pairings.find((one) => one.id === id);
      const was = before.pairings.find((one) => one.id === id);
      const one = touched.size === 1 ? (now ?? was) : undefined;
      if (!one) return inform(translate('pairing.others', { smart_count: touched.size, count: touched.size, who: names }));
      const change = !now
        ? 'removed'
        : !was
          ? 'placed'
          : now.start !== was.start
            ? 'moved'
            : now.locked === was.locked
              ? 'changed'
              : now.locked
                ? 'locked'
                : 'unlocked';
      const from = was ? momentOf(before, was.start) : '';
      inform(translate(`pairing.other.${change}`, { who: names, what: pairName(indexBoard(before, lang), one), at: momentOf(before, one.start), from }));
    },
    [inform, lang, me, translate],
  );
  return { fresh, tell };
}
