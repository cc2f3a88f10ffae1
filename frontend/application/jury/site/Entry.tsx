import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { SelectionEntry, SelectionItem } from '#application/site/wire.ts';
import { labelled } from '#rules/words/language.ts';
import { ApiError } from '#screens/site/call.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, ButtonLink, Notice, SelectField, Spinner } from '#screens/site/ui/index.ts';
import { nextToRead } from './core.ts';
import { Project } from './Project.tsx';
import { RateBar } from './rating/RateBar.tsx';
import { Rating } from './rating/Rating.tsx';
import type { SelectionState } from './selection-state.ts';
import type { SelectionStore } from './store.ts';
import { Talk } from './Talk.tsx';
import { fill, inPageLanguage, secondLang, titlesOf, useSelectionTexts } from './texts.ts';

interface EntryProps {
  id: string;
  store: SelectionStore;
  selection: SelectionState;
  /** the rows that 'previous' and 'next' go through */
  around: SelectionItem[];
}

/** One pitch to read, with the juror's weight, choice and comment. */
export function Entry({ id, store, selection, around }: EntryProps) {
  const texts = useSelectionTexts();
  const { entry, failure, again } = useEntry(id, store);
  const item = store.item(id);
  const at = around.findIndex(({ enrolment }) => enrolment === id);
  const [previous, next] = [around[at - 1], around[at + 1]];
  const article = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const rating = useRef<HTMLElement>(null);
  useKeys({ previous, next, rate: (weight) => selection.facts?.mayEdit && item && !failure && store.say(id, { weight }) });
  // Another entry starts at its top and moves the focus to its heading, for screen readers and for people who had scrolled down.
  useEffect(() => {
    if (!entry) return;
    article.current?.parentElement?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [entry]);

  if (failure || !item)
    return (
      <Notice
        tone="warn"
        actions={
          <>
            <ButtonLink href="#">{texts.entry.back}</ButtonLink>
            {failure && failure.status !== 404 && failure.code !== 'rule.conflict' && <Button onClick={again}>{texts.entry.retry}</Button>}
          </>
        }
      >
        {!item || failure?.status === 404 || failure?.code === 'rule.conflict' ? texts.entry.gone : texts.entry.failed}
      </Notice>
    );
  const [first, second] = titlesOf(item);
  const after = nextToRead(around, id);
  return (
    <article ref={article} className="selection-entry">
      <nav className="selection-way" aria-label={texts.list.heading}>
        <ButtonLink look="plain" href="#">
          {texts.entry.back}
        </ButtonLink>
        <span className="num">{fill(texts.entry.place, { place: at + 1, total: around.length })}</span>
        <Step item={previous} label={texts.entry.previous} />
        <Step item={next} label={texts.entry.next} />
      </nav>
      <header>
        <p className="selection-no num">
          {item.number}
          {item.programs.map((code) => (
            <span key={code} className="mark">
              {inPageLanguage(selection.facts?.labels.attProgram?.[code]) || code}
            </span>
          ))}
        </p>
        <h2 ref={heading} tabIndex={-1}>
          {first}
        </h2>
        {second && (
          <p className="selection-second" lang={secondLang()}>
            {second}
          </p>
        )}
      </header>
      <div className="selection-two">
        <div className="selection-reading">
          {entry ? <Project entry={entry} labels={selection.facts?.labels ?? {}} /> : <Spinner />}
          <Beside item={item} others={selection.facts?.items ?? []} />
        </div>
        <Rating item={item} store={store} selection={selection} after={after} ref={rating} />
      </div>
      {entry?.talk && <Talk item={item} talk={entry.talk} criteria={selection.facts?.criteria ?? []} store={store} />}
      <RateBar item={item} store={store} selection={selection} rating={rating} />
    </article>
  );
}

/** Chooses the pitch to look at beside this one. */
function Beside({ item, others }: { item: SelectionItem; others: readonly SelectionItem[] }) {
  const { compare } = useSelectionTexts();
  if (others.length < 2) return null;
  return (
    <div className="selection-beside">
      <SelectField
        label={compare.with}
        value=""
        empty={compare.choose}
        choices={others
          .filter(({ enrolment }) => enrolment !== item.enrolment)
          .map((other) => ({ value: other.enrolment, label: `${other.number} ${titlesOf(other)[0]}` }))}
        onChange={(id) => {
          location.hash = `${item.enrolment}+${id}`;
        }}
      />
    </div>
  );
}

function Step({ item, label }: { item: SelectionItem | undefined; label: string }) {
  if (!item)
    return (
      <Button look="plain" disabled>
        {label}
      </Button>
    );
  return (
    <ButtonLink look="plain" href={`#${item.enrolment}`} aria-label={labelled(label, `${item.number} ${titlesOf(item)[0]}`, pageLang())}>
      {label}
    </ButtonLink>
  );
}

/** What one entry says, read from the server or from this device. */
export function useEntry(id: string, store: SelectionStore) {
  const [entry, setEntry] = useState<SelectionEntry>();
  const [failure, setFailure] = useState<ApiError>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetches again with each try
  useEffect(() => {
    const leave = new AbortController();
    store.open(id, leave.signal).then(setEntry, (error: unknown) => {
      if (leave.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      void store.refresh(); // the reason why it is no longer there
    });
    return () => leave.abort();
  }, [id, store, tries]);
  const again = (): void => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return { entry, failure, again };
}

/**
 * 1-5 set the weight, the arrows go to the next or previous entry. In a text box, a group of choices or a dialog the keys have their own meaning. The
 * listener is added as soon as the element is in the page: an effect after the next frame would miss keys that are pressed before it.
 */
function useKeys({ previous, next, rate }: { previous: SelectionItem | undefined; next: SelectionItem | undefined; rate: (weight: number) => void }): void {
  const now = useRef({ previous, next, rate });
  now.current = { previous, next, rate };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isOwn = event.target instanceof HTMLElement && event.target.closest('textarea, select, dialog, input:not([type="radio"])');
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isOwn || document.querySelector('dialog[open]')) return;
      if (/^[1-5]$/.test(event.key)) now.current.rate(Number(event.key));
      if (event.target instanceof HTMLInputElement) return; // the arrow keys of a radio group
      const to = event.key === 'ArrowLeft' ? now.current.previous : event.key === 'ArrowRight' ? now.current.next : undefined;
      if (to) location.hash = to.enrolment;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
