/** A decision maker's wishes: the list in its order, and the pitches that can be added. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MyFacts, MyPitch } from '#application/personal/rules/my-facts.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, TextField } from '#screens/site/ui/index.ts';
import { moved, sortable } from '#ui/order/sortable.ts';
import { PitchCard } from './PitchCard.tsx';
import { fill, useMyTexts } from './texts.ts';

interface Props {
  facts: MyFacts;
  priority: string[];
  readOnly: boolean;
  onChange: (priority: string[]) => void;
}

/** Number of cards shown before 'more' is pressed. */
const portion = 24;

export function Wishes({ facts, priority, readOnly, onChange }: Props) {
  const { wish } = useMyTexts();
  const lang = pageLang();
  const [said, setSaid] = useState('');
  const [undo, setUndo] = useState<string[]>();
  const byId = useMemo(() => new Map(facts.pitches.map((pitch) => [pitch.id, pitch])), [facts.pitches]);
  const titleOf = (id: string) => byId.get(id)?.title[lang] ?? id;
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    const id = priority[from];
    if (id === undefined || to < 0 || to >= priority.length) return;
    setUndo(undefined);
    setSaid(fill(wish.moved, { title: titleOf(id), rank: to + 1 }));
    onChange(moved(priority, from, to));
  };
  const moving = useRef(move);
  moving.current = move;
  useEffect(() => (list.current && !readOnly ? sortable(list.current, () => ({ onMove: (from, to) => moving.current(from, to) })) : undefined), [readOnly]);
  const remove = (id: string) => {
    setUndo(priority);
    setSaid(fill(wish.removed, { title: titleOf(id) }));
    onChange(priority.filter((one) => one !== id));
  };
  return (
    <section aria-labelledby="my-wishes">
      <h2 id="my-wishes">{wish.title}</h2>
      {!readOnly && facts.pitches.length > 0 && <p className="my-note">{wish.lead}</p>}
      <p className="my-note">{priority.length ? fill(wish.count, { count: priority.length }) : wish.nothing}</p>
      <ol ref={list} className="order my-order">
        {priority.map((id, index) => (
          <li key={id} data-key={id} className="my-wish">
            {readOnly ? (
              <span className="my-rank num">{index + 1}</span>
            ) : (
              <>
                <button type="button" className="order-handle" data-handle="" aria-label={fill(wish.handle, { title: titleOf(id), rank: index + 1 })}>
                  <span aria-hidden="true">≡</span>
                </button>
                <Rank label={fill(wish.rank, { title: titleOf(id) })} rank={index + 1} most={priority.length} onRank={(rank) => move(index, rank - 1)} />
              </>
            )}
            <PitchCard pitch={byId.get(id)} id={id} />
            {!readOnly && (
              <Button look="plain" aria-label={fill(wish.removeof, { title: titleOf(id) })} onClick={() => remove(id)}>
                {wish.remove}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <p className="my-said" role="status">
        {said}
        {undo && (
          <Button
            look="plain"
            onClick={() => {
              onChange(undo);
              setUndo(undefined);
              setSaid('');
            }}
          >
            {wish.undo}
          </Button>
        )}
      </p>
      {!readOnly && <Offered pitches={facts.pitches} priority={priority} onAdd={(id) => onChange([...priority, id])} />}
    </section>
  );
}

/** The position of a wish, typed as a number. It takes effect on Enter or when the focus leaves the box. */
function Rank({ label, rank, most, onRank }: { label: string; rank: number; most: number; onRank: (rank: number) => void }) {
  const [text, setText] = useState(String(rank));
  useEffect(() => setText(String(rank)), [rank]);
  const take = () => {
    const wanted = Math.min(most, Math.max(1, Math.round(Number(text))));
    if (!Number.isFinite(wanted) || wanted === rank) setText(String(rank));
    else onRank(wanted);
  };
  return (
    <input
      className="my-rank num"
      inputMode="numeric"
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 3))}
      onFocus={(event) => event.target.select()}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

function Offered({ pitches, priority, onAdd }: { pitches: MyPitch[]; priority: string[]; onAdd: (id: string) => void }) {
  const { wish } = useMyTexts();
  const [text, setText] = useState('');
  const [shown, setShown] = useState(portion);
  const found = useMemo(() => {
    const words = text.toLowerCase().normalize('NFKC').split(/\s+/).filter(Boolean);
    return pitches.filter((pitch) => pitch.offered && words.every((word) => searched(pitch).includes(word)));
  }, [pitches, text]);
  if (!pitches.some(({ offered }) => offered)) return <p>{wish.none}</p>;
  return (
    <>
      <h3>{wish.offered}</h3>
      <TextField label={wish.search} type="search" value={text} onChange={setText} />
      <p className="my-note" role="status">
        {found.length ? fill(wish.found, { count: found.length }) : wish.nomatch}
      </p>
      <ul className="my-offered">
        {found.slice(0, shown).map((pitch) => (
          <li key={pitch.id}>
            <PitchCard pitch={pitch} id={pitch.id} />
            <Added pitch={pitch} rank={priority.indexOf(pitch.id) + 1} onAdd={onAdd} />
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <Button wide onClick={() => setShown(shown + portion)}>
          {wish.more}
        </Button>
      )}
    </>
  );
}

function Added({ pitch, rank, onAdd }: { pitch: MyPitch; rank: number; onAdd: (id: string) => void }) {
  const { wish } = useMyTexts();
  if (rank) return <p className="my-added">{fill(wish.added, { rank })}</p>;
  return (
    <Button aria-label={fill(wish.addof, { title: pitch.title[pageLang()] })} onClick={() => onAdd(pitch.id)}>
      {wish.add}
    </Button>
  );
}

function searched({ number, title, people, logline }: MyPitch): string {
  return [number, ...Object.values(title), ...Object.values(people), logline].join(' ').toLowerCase().normalize('NFKC');
}
