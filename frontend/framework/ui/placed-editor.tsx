/** An editor over a library that is no React: fetched apart, made once in its place, then handed what changes. */
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { Fetched } from './fetched.ts';

export interface PlacedEditor {
  /** takes over a text from outside; what is being composed by an input method is left alone until it is done */
  setText(text: string): void;
  setAttributes(attributes: Record<string, string>, readOnly: boolean): void;
  focus(): void;
  destroy(): void;
}

/** What an editor is made with. */
export interface Place {
  parent: HTMLElement;
  text: string;
  /** attributes of the box that is typed in: id, label, help */
  attributes: Record<string, string>;
  readOnly: boolean;
  onText(text: string): void;
}

/** aria-attributes of a box: label, help, state. */
export type BoxAttributes = Record<string, string | boolean | undefined>;

export interface PlacedText {
  id: string;
  text: string;
  attributes: BoxAttributes;
  readOnly: boolean;
  onText(text: string): void;
}

interface WhenFetchedProps<T> {
  source: Fetched<T>;
  /** takes and gives the same text */
  plain: ReactNode;
  /** in place of the plain box as long as the editor is on its way */
  waiting?: ReactNode;
  children: (module: T) => ReactNode;
}

/** The editor once it is fetched; until then, and without a connection, the plain box. */
export function WhenFetched<T>({ source, plain, waiting, children }: WhenFetchedProps<T>) {
  const module = useSyncExternalStore(source.subscribe, source.get);
  const state = useSyncExternalStore(source.subscribe, source.state);
  const around = useRef<HTMLDivElement>(null);
  const [isTaken, setTaken] = useState(() => module !== undefined);
  useEffect(() => void source.fetch(), [source]);
  // Nobody's cursor is taken away: a box that is typed in stays the plain one until it is left.
  const swap = () => {
    if (module && !around.current?.contains(document.activeElement)) setTaken(true);
  };
  useEffect(swap, [module]);
  if (module && isTaken) return children(module);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the box in it was left
    <div ref={around} onBlur={() => setTimeout(swap)}>
      {waiting !== undefined && (state === 'coming' || state === 'there') ? waiting : plain}
    </div>
  );
}

/**
 * Makes an editor in `parent`, and another one when one of `causes` changes.
 * @returns where it is placed, and the editor as long as it is shown
 */
export function usePlacedEditor<E extends PlacedEditor>(
  props: PlacedText,
  make: (place: Place) => E,
  causes: readonly unknown[],
): { parent: RefObject<HTMLDivElement | null>; editor: RefObject<E | undefined> } {
  const { id, text, readOnly } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<E>(undefined);
  const latest = useRef(props);
  latest.current = props;
  // Texts that were handed on and have not come back: one of them that comes late is no text from outside, and must not undo what was typed after it.
  const sent = useRef<string[]>([]);
  const given = Object.entries(props.attributes).flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, String(value)]]));
  const attributes = JSON.stringify({ ...Object.fromEntries(given), id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as it is shown; what changes is handed to it below
  useEffect(() => {
    if (!parent.current) return;
    const made = make({
      parent: parent.current,
      text: latest.current.text,
      attributes: JSON.parse(attributes),
      readOnly,
      onText(typed) {
        sent.current.push(typed);
        // React would draw what it hears from outside of it when there is time, and a click or key that comes first would see the text of before.
        flushSync(() => latest.current.onText(typed));
      },
    });
    editor.current = made;
    const label = document.getElementById(`${id}-label`);
    label?.addEventListener('click', made.focus);
    return () => {
      label?.removeEventListener('click', made.focus);
      editor.current = undefined;
      made.destroy();
    };
  }, [id, ...causes]);
  useEffect(() => {
    const at = sent.current.lastIndexOf(text);
    sent.current.splice(0, at < 0 ? sent.current.length : at + 1);
    if (at < 0) editor.current?.setText(text);
  }, [text]);
  useEffect(() => editor.current?.setAttributes(JSON.parse(attributes), readOnly), [attributes, readOnly]);
  return { parent, editor };
}
