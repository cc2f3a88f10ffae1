import { type Ref, useState } from 'react';
import { type Criterion, steps } from '#application/jury/rules/criteria.ts';
import type { SelectionItem } from '#application/site/wire.ts';
import { ApiError } from '#screens/site/call.ts';
import { Button, Dialog, Notice, TextArea } from '#screens/site/ui/index.ts';
import { isUnsent, needsWeight, type Words } from '../core.ts';
import type { SelectionState } from '../selection-state.ts';
import type { SelectionStore } from '../store.ts';
import { fill, inPageLanguage, titlesOf, useSelectionTexts } from '../texts.ts';
import { Criteria } from './Criteria.tsx';

export const choices = ['primary', 'alternative', 'none'] as const;
/** the values that the schema has */
const longest = 4_000;

interface RatingProps {
  item: SelectionItem;
  store: SelectionStore;
  selection: SelectionState;
  /** the entry that 'save and next' opens; undefined after the last */
  after?: SelectionItem | undefined;
  /** beside another one: rated only, without going on */
  isBeside?: boolean;
  ref?: Ref<HTMLElement>;
}

/** Criteria, weight, choice and comment of an entry, saved while they are entered. */
export function Rating({ item, store, selection, after, isBeside = false, ref }: RatingProps) {
  const texts = useSelectionTexts();
  const t = texts.rate;
  const id = item.enrolment;
  const words = store.words(id);
  const edit = selection.edits[id];
  const { mayEdit = false, doneAt = '', criteria = [], talk } = selection.facts ?? {};
  const [isBusy, setBusy] = useState(false);
  const isPending = needsWeight(words);
  const goOn = async (): Promise<void> => {
    if (isPending) {
      document.getElementById(`${id}-weight-1`)?.focus();
      return;
    }
    setBusy(true);
    await store.flush();
    setBusy(false);
    // An entry stored on this device is sent later, so the juror can go on reading. A refused entry stays open.
    const { theirs, refused, full } = store.state();
    if (!theirs[id] && !refused[id] && full !== id) location.hash = after?.enrolment ?? '';
  };
  return (
    <section ref={ref} className="selection-rating" aria-labelledby={`${id}-rating`}>
      <h3 id={`${id}-rating`}>{isBeside ? `${item.number} ${t.heading}` : t.heading}</h3>
      {!mayEdit && <Notice>{doneAt && selection.facts?.mayDeclare ? t.isDone : t.closed}</Notice>}
      {selection.refused[id] && edit && <Notice tone="bad">{fill(t.refused, { reason: selection.refused[id] })}</Notice>}
      {selection.theirs[id] && <Meet mine={words} theirs={selection.theirs[id]} criteria={criteria} decide={(side) => store.decide(id, side)} />}
      <Criteria
        id={id}
        criteria={criteria}
        scores={words.scores}
        mayEdit={mayEdit}
        onScore={(key, score) => store.say(id, { scores: { ...words.scores, [key]: score } })}
      />
      <fieldset className="selection-weight" disabled={!mayEdit} aria-describedby={`${id}-weight-help`}>
        <legend>{t.weight}</legend>
        <div>
          {steps.map((weight) => (
            <label key={weight} className={words.weight === weight ? 'is-on' : ''}>
              <input
                id={`${id}-weight-${weight}`}
                type="radio"
                name={`${id}-weight`}
                checked={words.weight === weight}
                onChange={() => store.say(id, { weight })}
              />
              <span className="num">{weight}</span>
            </label>
          ))}
        </div>
        <p id={`${id}-weight-help`} className="ui-help">
          {t.weightHelp}
        </p>
        {mayEdit && words.weight > 0 && words.choice === 'none' && (
          <Button look="plain" onClick={() => store.say(id, { weight: 0 })}>
            {t.noWeight}
          </Button>
        )}
      </fieldset>
      <fieldset className="selection-choice" disabled={!mayEdit}>
        <legend>{t.choice}</legend>
        <div>
          {choices.map((choice) => (
            <label key={choice} className={words.choice === choice ? `is-on is-${choice}` : ''}>
              <input type="radio" name={`${id}-choice`} checked={words.choice === choice} onChange={() => store.say(id, { choice })} />
              <span>{t[choice]}</span>
            </label>
          ))}
        </div>
        {isPending && (
          <p className="ui-error" role="status">
            {t.needsWeight}
          </p>
        )}
      </fieldset>
      <TextArea
        label={t.comment}
        help={talk && talk.state !== 'none' ? t.commentShared : t.commentHelp}
        note={noteOf(words.comment, edit && isUnsent(edit, item.own), item, texts)}
        value={words.comment}
        maxLength={longest}
        readOnly={!mayEdit}
        onChange={(comment) => store.say(id, { comment })}
      />
      {mayEdit && !isBeside && (
        <>
          <Button look="solid" wide busy={isBusy} onClick={() => void goOn()}>
            {after ? t.next : t.done}
          </Button>
          <p className="ui-help selection-keys">{texts.entry.keys}</p>
          <Conflict item={item} store={store} />
        </>
      )}
    </section>
  );
}

function noteOf(comment: string, isWaiting: boolean | undefined, item: SelectionItem, { saved }: ReturnType<typeof useSelectionTexts>): string {
  if (isWaiting) return saved.wait;
  return comment && item.own.ver > 0 ? saved.saved : '';
}

/** Asks first, because it clears the weight, the choice and the comment. */
function Conflict({ item, store }: { item: SelectionItem; store: SelectionStore }) {
  const { conflict, saved } = useSelectionTexts();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const declare = async (): Promise<void> => {
    setBusy(true);
    try {
      await store.declare(item.enrolment, true);
      location.hash = '';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(fill(conflict.failed, { reason: error.sentence || saved.offline }));
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="plain" onClick={() => setAsking(true)}>
        {conflict.declare}
      </Button>
      {isAsking && (
        <Dialog
          title={conflict.title}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>{conflict.cancel}</Button>
              <Button look="danger" busy={isBusy} onClick={() => void declare()}>
                {conflict.confirm}
              </Button>
            </>
          }
        >
          <p>
            <strong>
              {item.number} {titlesOf(item)[0]}
            </strong>
          </p>
          <p>{conflict.text}</p>
          {failure && <Notice tone="bad">{failure}</Notice>}
        </Dialog>
      )}
    </>
  );
}

/** Shows both versions in full, so that nothing is overwritten unseen. */
function Meet({ mine, theirs, criteria, decide }: { mine: Words; theirs: Words; criteria: readonly Criterion[]; decide: (side: 'mine' | 'theirs') => void }) {
  const { meet, rate, list, sep } = useSelectionTexts();
  const side = (name: string, { choice, weight, scores, comment }: Words) => (
    <div>
      <h4>{name}</h4>
      <p>{[rate[choice], weight ? fill(list.weighted, { weight }) : ''].filter(Boolean).join(sep)}</p>
      {criteria.some(({ key }) => scores[key]) && (
        <p>{criteria.flatMap(({ key, name: criterion }) => (scores[key] ? [`${inPageLanguage(criterion)} ${scores[key]}`] : [])).join(sep)}</p>
      )}
      <p className="selection-text">{comment || meet.noComment}</p>
    </div>
  );
  return (
    <Notice
      tone="warn"
      title={meet.title}
      actions={
        <>
          <Button onClick={() => decide('mine')}>{meet.keepMine}</Button>
          <Button onClick={() => decide('theirs')}>{meet.keepTheirs}</Button>
        </>
      }
    >
      <p>{meet.text}</p>
      <div className="selection-sides">
        {side(meet.mine, mine)}
        {side(meet.theirs, theirs)}
      </div>
    </Notice>
  );
}
