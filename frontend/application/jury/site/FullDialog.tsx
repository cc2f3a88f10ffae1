import { Button, Dialog, Notice } from '#screens/site/ui/index.ts';
import { progressWith, wordsOf } from './core.ts';
import type { SelectionState } from './selection-state.ts';
import type { SelectionStore } from './store.ts';
import { fill, titlesOf, useSelectionTexts } from './texts.ts';

/** Explains that no primary choice is left (V23): lists the enrolments that have one, each with a button to take it back. */
export function FullDialog({ id, store, selection }: { id: string; store: SelectionStore; selection: SelectionState }) {
  const texts = useSelectionTexts();
  const { facts, edits } = selection;
  const item = store.item(id);
  if (!facts || !item) return null;
  const { maxSel } = facts.progress;
  const { [id]: _, ...others } = edits;
  const isFull = progressWith(facts, others).primary >= maxSel;
  const chosen = facts.items.filter(({ enrolment, own }) => enrolment !== id && wordsOf(own, edits[enrolment]).choice === 'primary');
  const title = titlesOf(item)[0];
  const choose = (choice: 'primary' | 'alternative'): void => {
    store.closeFull();
    store.say(id, { choice });
  };
  return (
    <Dialog
      title={fill(texts.full.title, { maxSel })}
      onClose={() => store.closeFull()}
      actions={
        <>
          <Button onClick={() => store.closeFull()}>{texts.close}</Button>
          {isFull ? (
            <Button onClick={() => choose('alternative')}>{texts.full.alternative}</Button>
          ) : (
            <Button look="solid" onClick={() => choose('primary')}>
              {texts.full.choose}
            </Button>
          )}
        </>
      }
    >
      <p aria-live="polite">{fill(isFull ? texts.full.text : texts.full.free, { maxSel, title })}</p>
      {selection.isOffline && <Notice tone="warn">{texts.full.offline}</Notice>}
      <ul className="selection-chosen">
        {chosen.map((one) => (
          <li key={one.enrolment}>
            <span>
              <span className="selection-no num">{one.number}</span> {titlesOf(one)[0]}
            </span>
            <Button
              aria-label={`${texts.full.take}${texts.sep}${one.number} ${titlesOf(one)[0]}`}
              onClick={() => store.say(one.enrolment, { choice: 'alternative' })}
            >
              {texts.full.take}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
