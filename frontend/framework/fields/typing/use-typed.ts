/**
 * Typing stays in the field and reaches the form a moment later or when the field is left, so that a form of sixty fields costs nothing per key. What is
 * still on its way is flushed before a save.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormFacts } from '../contract/form-facts.ts';

/** milliseconds between the last key and the form hearing of it */
export const typingPause = 250;

interface Typed {
  text: string;
  onInput(text: string): void;
  onFocus(): void;
  onBlur(): void;
  /** hands over what was typed now */
  commit(): void;
}

/** A box of text over a value: `show` at rest, `edit` while the cursor is in it, `read` back into a value. */
export function useTyped<V>(
  value: V,
  { show, edit = show, read }: { show(value: V): string; edit?(value: V): string; read(text: string): V },
  onChange: (value: V) => void,
): Typed {
  const { pending } = useFormFacts();
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  const latest = useRef({ typed: undefined as string | undefined, timer: 0, read, onChange });
  latest.current.read = read;
  latest.current.onChange = onChange;
  const commit = useCallback(() => {
    const now = latest.current;
    window.clearTimeout(now.timer);
    if (now.typed === undefined) return;
    const text = now.typed;
    now.typed = undefined;
    now.onChange(now.read(text));
  }, []);
  useEffect(() => {
    const remove = pending.add(commit);
    return () => {
      commit();
      remove();
    };
  }, [pending, commit]);
  const atRest = focused ? edit(value) : show(value);
  return {
    text: typed ?? atRest,
    onInput(text) {
      setTyped(text);
      latest.current.typed = text;
      window.clearTimeout(latest.current.timer);
      latest.current.timer = window.setTimeout(commit, typingPause);
    },
    onFocus: () => setFocused(true),
    onBlur() {
      commit();
      setFocused(false);
      setTyped(undefined);
    },
    commit,
  };
}
