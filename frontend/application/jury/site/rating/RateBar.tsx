/** On a phone: weight and choice at the foot of the screen, while the whole rating is further down the page. */
import { type RefObject, useEffect, useState } from 'react';
import { steps } from '#application/jury/rules/criteria.ts';
import type { SelectionItem } from '#application/site/wire.ts';
import { ratingOf } from '../core.ts';
import type { SelectionState } from '../selection-state.ts';
import type { SelectionStore } from '../store.ts';
import { fill, useSelectionTexts } from '../texts.ts';
import { choices } from './Rating.tsx';

interface RateBarProps {
  item: SelectionItem;
  store: SelectionStore;
  selection: SelectionState;
  /** the whole rating */
  rating: RefObject<HTMLElement | null>;
}

export function RateBar({ item, store, selection, rating }: RateBarProps) {
  const texts = useSelectionTexts();
  const isSeen = useSeen(rating);
  const { mayEdit = false, criteria = [] } = selection.facts ?? {};
  const id = item.enrolment;
  const words = store.words(id);
  const { missing, result } = ratingOf(words, criteria);
  if (!mayEdit) return null;
  return (
    <section className="selection-ratebar" aria-label={texts.rate.bar} hidden={isSeen}>
      <button type="button" className="selection-tojump" onClick={() => rating.current?.scrollIntoView({ block: 'start' })}>
        {criteria.length === 0
          ? texts.rate.toRating
          : result === null
            ? fill(texts.rate.toCriteria, { done: criteria.length - missing, total: criteria.length })
            : fill(texts.criterion.result, { result: result.toFixed(2) })}
      </button>
      <fieldset className="selection-steps" aria-label={texts.rate.weight}>
        {steps.map((weight) => (
          <button
            key={weight}
            type="button"
            aria-pressed={words.weight === weight}
            className={words.weight === weight ? 'num is-on' : 'num'}
            onClick={() => store.say(id, { weight })}
          >
            {weight}
          </button>
        ))}
      </fieldset>
      <select
        className="ui-box"
        aria-label={texts.rate.choice}
        value={words.choice}
        onChange={(event) => store.say(id, { choice: choices.find((choice) => choice === event.target.value) ?? 'none' })}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {texts.rate[choice]}
          </option>
        ))}
      </select>
    </section>
  );
}

/** True while a part of the element is on the screen. */
function useSeen(element: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '0px 0px -96px' });
    watch.observe(element.current);
    return () => watch.disconnect();
  }, [element]);
  return isSeen;
}
