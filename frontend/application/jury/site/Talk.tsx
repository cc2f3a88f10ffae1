/** The jury's discussion of one pitch after the selection has ended: what the others chose, and notes to one another. New ones come by themselves. */
import './talk.css';
import { useEffect, useRef, useState } from 'react';
import type { Criterion } from '#application/jury/rules/criteria.ts';
import { longestNote } from '#application/jury/rules/talk.ts';
import type { JuryTalk, SelectionItem } from '#application/site/wire.ts';
import { ApiError, newKey } from '#screens/site/call.ts';
import { Button, TextArea } from '#screens/site/ui/index.ts';
import { storedNote, storeNote } from './offline-list.ts';
import { momentOf } from './SaveLine.tsx';
import type { SelectionStore } from './store.ts';
import { fill, inPageLanguage, titlesOf, useSelectionTexts } from './texts.ts';

interface TalkProps {
  item: SelectionItem;
  talk: JuryTalk;
  criteria: readonly Criterion[];
  store: SelectionStore;
}

/** How often it looks for new notes while the page is seen, ms. */
const lookEvery = 20_000;

export function Talk({ item: { enrolment: id }, talk: first, criteria, store }: TalkProps) {
  const { talk: t, rate, sep, saved } = useSelectionTexts();
  const [talk, setTalk] = useState(first);
  const [text, setText] = useState(() => storedNote(id));
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  // The same text, tried again after a failure, is the same note.
  const key = useRef({ text: '', key: '' });
  useEffect(() => {
    if (!talk.mayWrite) return;
    const leave = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      store.talk(id, leave.signal).then(
        (now) => now && setTalk(now),
        () => undefined, // looked at again in a while
      );
    }, lookEvery);
    return () => {
      clearInterval(timer);
      leave.abort();
    };
  }, [id, store, talk.mayWrite]);
  const type = (value: string): void => {
    setText(value);
    storeNote(id, value);
  };
  const send = async (): Promise<void> => {
    if (!text.trim()) return;
    setBusy(true);
    setFailure('');
    if (key.current.text !== text) key.current = { text, key: newKey() };
    try {
      setTalk(await store.note(id, text, key.current.key));
      key.current = { text: '', key: '' };
      type('');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(fill(t.failed, { reason: error.sentence || saved.offline }));
    } finally {
      setBusy(false);
    }
  };
  const nameOf = ({ name, ename, chair, isOwn }: { name: string; ename: string; chair: boolean; isOwn?: boolean }): string => {
    const shown = isOwn ? t.you : titlesOf({ cname: name, ename })[0] || t.nobody;
    return chair ? fill(t.chaired, { name: shown }) : shown;
  };
  return (
    <section className="selection-talk" aria-labelledby={`${id}-talk`}>
      <h3 id={`${id}-talk`}>{t.heading}</h3>
      <p className="ui-help">{fill(talk.mayWrite ? t.open : t.over, { time: momentOf(talk.until) })}</p>
      <h4>{t.votes}</h4>
      {talk.votes.length === 0 && <p>{t.noVotes}</p>}
      <ul className="selection-others" aria-label={t.votes}>
        {talk.votes.map((vote) => (
          <li key={`${vote.name} ${vote.ename}`}>
            <strong>{nameOf(vote)}</strong>
            <span className="selection-given">
              {[
                rate[vote.choice],
                vote.weight ? fill(t.weight, { weight: vote.weight }) : '',
                ...criteria.flatMap(({ key: of, name }) => (vote.scores[of] ? [`${inPageLanguage(name)} ${vote.scores[of]}`] : [])),
              ]
                .filter(Boolean)
                .join(sep)}
            </span>
            {vote.comment && <p className="selection-text">{vote.comment}</p>}
          </li>
        ))}
      </ul>
      <h4>{t.notes}</h4>
      {talk.notes.length === 0 && <p>{t.noNotes}</p>}
      <ol className="selection-notes" aria-label={t.notes} aria-live="polite">
        {talk.notes.map((note) => (
          <li key={note.id} className={note.isOwn ? 'is-own' : ''}>
            <strong>{nameOf(note)}</strong> <time className="num">{momentOf(note.at)}</time>
            <p className="selection-text">{note.text}</p>
          </li>
        ))}
      </ol>
      {talk.mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <TextArea label={t.write} help={t.help} value={text} maxLength={longestNote} onChange={type} {...(failure && { error: failure })} />
          <Button type="submit" look="solid" busy={isBusy} disabled={!text.trim()}>
            {t.send}
          </Button>
        </form>
      )}
    </section>
  );
}
