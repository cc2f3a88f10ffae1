import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { fill } from '#rules/words/fill.ts';
import { Fetched } from '#ui/fetched.ts';
import { type Part, soon } from '#ui/soon.tsx';
import { enlist, type PartName, partWords } from '../parts.ts';
import { Button } from './Button.tsx';
import { Notice } from './states.tsx';

/**
 * A part of the page that is fetched separately. Where that fails, a notice says what is missing, and the part appears by itself when the connection
 * is back. `isAhead`: fetched in advance, for what is needed without a connection too.
 */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>, name: PartName, isAhead = true): Part<P> {
  return soon(isAhead ? enlist(load) : new Fetched(load), ({ source }) => <Missing source={source} name={name} />);
}

function Missing({ source, name }: { source: Fetched<unknown>; name: PartName }) {
  const state = useSyncExternalStore(source.subscribe, source.state);
  const [isBusy, setBusy] = useState(false);
  const words = partWords();
  const again = async () => {
    setBusy(true);
    await source.fetch();
    setBusy(false);
  };
  const isGone = state === 'gone';
  return (
    <Notice
      tone="warn"
      actions={
        <Button busy={isBusy} onClick={() => (isGone ? location.reload() : void again())}>
          {isGone ? words.reload : words.again}
        </Button>
      }
    >
      {fill(isGone ? words.gone : words.away, { what: words.what[name] })}
    </Notice>
  );
}
