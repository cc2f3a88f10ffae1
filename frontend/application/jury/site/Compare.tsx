/** Two pitches beside each other, part by part; on a phone each part one below the other. The address has both: #a+b. */
import { Fragment, type ReactNode } from 'react';
import type { SelectionEntry, SelectionItem } from '#application/site/wire.ts';
import { ButtonLink, Notice, Spinner } from '#screens/site/ui/index.ts';
import { useEntry } from './Entry.tsx';
import { useProjectParts } from './Project.tsx';
import { Rating } from './rating/Rating.tsx';
import type { SelectionState } from './selection-state.ts';
import type { SelectionStore } from './store.ts';
import { secondLang, titlesOf, useSelectionTexts } from './texts.ts';

interface CompareProps {
  ids: readonly [left: string, right: string];
  store: SelectionStore;
  selection: SelectionState;
}

export function Compare({ ids: [a, b], store, selection }: CompareProps) {
  const texts = useSelectionTexts();
  const [left, right] = [useEntry(a, store), useEntry(b, store)];
  const [first, second] = [store.item(a), store.item(b)];
  const back = (
    <nav className="selection-way" aria-label={texts.list.heading}>
      <ButtonLink look="plain" href="#">
        {texts.entry.back}
      </ButtonLink>
    </nav>
  );
  if (!first || !second || left.failure || right.failure)
    return (
      <>
        {back}
        <Notice tone="warn">{texts.entry.gone}</Notice>
      </>
    );
  return (
    <article className="selection-compare" aria-label={texts.compare.title}>
      {back}
      <div className="selection-pair is-head">
        <Head item={first} />
        <Head item={second} />
      </div>
      {left.entry && right.entry ? <Parts left={left.entry} right={right.entry} labels={selection.facts?.labels ?? {}} /> : <Spinner />}
      <div className="selection-pair">
        <Rating item={first} store={store} selection={selection} isBeside />
        <Rating item={second} store={store} selection={selection} isBeside />
      </div>
    </article>
  );
}

function Head({ item }: { item: SelectionItem }) {
  const texts = useSelectionTexts();
  const [title, other] = titlesOf(item);
  return (
    <header>
      <p className="selection-no num">{item.number}</p>
      <h2>{title}</h2>
      {other && (
        <p className="selection-second" lang={secondLang()}>
          {other}
        </p>
      )}
      <ButtonLink look="plain" href={`#${item.enrolment}`}>
        {texts.compare.alone}
      </ButtonLink>
    </header>
  );
}

function Parts({ left, right, labels }: { left: SelectionEntry; right: SelectionEntry; labels: Parameters<typeof useProjectParts>[0]['labels'] }) {
  const texts = useSelectionTexts();
  const [mine, theirs] = [useProjectParts({ entry: left, labels }), useProjectParts({ entry: right, labels })];
  const cell = (content: ReactNode, { item }: SelectionEntry) => (
    <div className="selection-cell">
      <p className="selection-no num">{item.number}</p>
      {content ?? <p className="selection-second">{texts.entry.missing}</p>}
    </div>
  );
  return mine.map(({ key, content }, index) => {
    const other = theirs[index]?.content ?? null; // both have the same parts
    if (content === null && other === null) return <Fragment key={key} />;
    return (
      <div key={key} className="selection-pair">
        {cell(content, left)}
        {cell(other, right)}
      </div>
    );
  });
}
