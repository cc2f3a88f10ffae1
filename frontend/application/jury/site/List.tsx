import { useState } from 'react';
import type { Both, SelectionItem } from '#application/site/wire.ts';
import { ApiError } from '#screens/site/call.ts';
import { Button, Notice, SelectField, TextField } from '#screens/site/ui/index.ts';
import { everything, ratingOf, type Wanted, wordsOf } from './core.ts';
import { momentOf } from './SaveLine.tsx';
import type { SelectionState } from './selection-state.ts';
import type { SelectionStore } from './store.ts';
import { fill, inPageLanguage, secondLang, titlesOf, useSelectionTexts } from './texts.ts';

interface ListProps {
  store: SelectionStore;
  selection: SelectionState;
  shown: SelectionItem[];
  wanted: Wanted;
  setWanted: (wanted: Wanted) => void;
}

/** The list of pitches to read, with filters. Each row shows its state. */
export function List({ store, selection, shown, wanted, setWanted }: ListProps) {
  const texts = useSelectionTexts();
  const { facts } = selection;
  if (!facts) return null;
  if (!facts.items.length && !facts.conflicts.length) return <Notice>{texts.list.empty}</Notice>;
  const talk = { open: texts.talk.isOpen, over: texts.talk.isOver, none: '', before: '' }[facts.talk.state];
  return (
    <>
      {talk && <Notice>{fill(talk, { time: momentOf(facts.talk.until) })}</Notice>}
      <Filters {...{ selection, wanted, setWanted }} />
      <p className="selection-count" role="status">
        {fill(texts.list.count, { shown: shown.length, total: facts.items.length })}
      </p>
      {shown.length === 0 && facts.items.length > 0 && (
        <Notice actions={<Button onClick={() => setWanted(everything)}>{texts.list.reset}</Button>}>{texts.list.none}</Notice>
      )}
      <ul className="selection-list" aria-label={texts.list.heading}>
        {shown.map((item) => (
          <Row key={item.enrolment} item={item} selection={selection} />
        ))}
      </ul>
      {facts.conflicts.length > 0 && <Conflicts store={store} selection={selection} />}
    </>
  );
}

function Row({ item, selection }: { item: SelectionItem; selection: SelectionState }) {
  const texts = useSelectionTexts();
  const labels = selection.facts?.labels ?? {};
  const edit = selection.edits[item.enrolment];
  const { choice, weight, scores } = wordsOf(item.own, edit);
  const criteria = selection.facts?.criteria ?? [];
  const { missing, result } = ratingOf({ scores }, criteria);
  const [first, second] = titlesOf(item);
  const name = (field: string, code: string): string => inPageLanguage(labels[field]?.[code]) || code;
  const facts = [item.programs.map((code) => name('attProgram', code)), item.genre.map((code) => name('genre', code)), item.len && name('len', item.len)]
    .flat()
    .concat(item.country && item.country !== '-' ? name('pLocation', item.country) : [])
    .filter(Boolean);
  return (
    <li className={item.isRead ? 'selection-row' : 'selection-row is-unread'}>
      <a href={`#${item.enrolment}`}>
        {item.still ? (
          <img src={`${item.still}?w=320`} alt="" width="160" height="90" loading="lazy" />
        ) : (
          <span className="selection-blank" aria-hidden="true" />
        )}
        <span className="selection-row-text">
          <span className="selection-no num">{item.number}</span>
          <strong>{first}</strong>
          {second && (
            <span className="selection-second" lang={secondLang()}>
              {second}
            </span>
          )}
          <span className="selection-facts">{facts.join(texts.sep)}</span>
        </span>
        <span className="selection-marks">
          <span className={item.isRead ? 'mark' : 'mark is-unread'}>{item.isRead ? texts.list.read : texts.list.unread}</span>
          {choice !== 'none' && <span className={`mark is-${choice}`}>{texts.rate[choice]}</span>}
          {weight > 0 && <span className="mark num">{fill(texts.list.weighted, { weight })}</span>}
          {result !== null && <span className="mark num">{fill(texts.list.rated, { result: result.toFixed(1) })}</span>}
          {result === null && missing < criteria.length && (
            <span className="mark is-waiting num">{fill(texts.list.half, { done: criteria.length - missing, total: criteria.length })}</span>
          )}
          {edit && <span className="mark is-waiting">{texts.list.unsent}</span>}
        </span>
      </a>
    </li>
  );
}

function Filters({ selection, wanted, setWanted }: Pick<ListProps, 'selection' | 'wanted' | 'setWanted'>) {
  const texts = useSelectionTexts();
  const { labels, items } = selection.facts ?? { labels: {}, items: [] };
  const choices = (field: string, codes: string[]) =>
    [...new Set(codes)].map((value) => ({
      value,
      label: inPageLanguage((labels as Record<string, Record<string, Both>>)[field]?.[value]) || value,
    })); // an object of labels in both cases
  const programs = choices(
    'attProgram',
    items.flatMap((item) => item.programs),
  );
  return (
    <search className="selection-filters">
      <TextField label={texts.list.search} type="search" value={wanted.text} onChange={(text) => setWanted({ ...wanted, text })} />
      <SelectField
        label={texts.list.show}
        value={wanted.show}
        onChange={(show) => setWanted({ ...wanted, show: show as Wanted['show'] })} // one of the choices below
        choices={Object.entries(texts.show).map(([value, label]) => ({ value, label }))}
      />
      {programs.length > 1 && (
        <SelectField
          label={texts.list.program}
          value={wanted.program}
          empty={texts.list.any}
          choices={programs}
          onChange={(program) => setWanted({ ...wanted, program })}
        />
      )}
      <SelectField
        label={texts.list.genre}
        value={wanted.genre}
        empty={texts.list.any}
        choices={choices(
          'genre',
          items.flatMap((item) => item.genre),
        )}
        onChange={(genre) => setWanted({ ...wanted, genre })}
      />
      <SelectField
        label={texts.list.len}
        value={wanted.len}
        empty={texts.list.any}
        choices={choices(
          'len',
          items.map((item) => item.len),
        )}
        onChange={(len) => setWanted({ ...wanted, len })}
      />
    </search>
  );
}

function Conflicts({ store, selection }: { store: SelectionStore; selection: SelectionState }) {
  const texts = useSelectionTexts();
  const [failure, setFailure] = useState('');
  const takeBack = async (id: string): Promise<void> => {
    setFailure('');
    await store.declare(id, false).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      setFailure(fill(texts.conflict.failed, { reason: error.sentence || texts.saved.offline }));
    });
  };
  return (
    <section className="selection-conflicts" aria-labelledby="conflicts">
      <h2 id="conflicts">{texts.conflict.heading}</h2>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <ul>
        {selection.facts?.conflicts.map((item) => (
          <li key={item.enrolment}>
            <span>
              <span className="selection-no num">{item.number}</span> {titlesOf(item)[0]}
            </span>
            {selection.facts?.mayEdit && <Button onClick={() => void takeBack(item.enrolment)}>{texts.conflict.takeBack}</Button>}
          </li>
        ))}
      </ul>
    </section>
  );
}
