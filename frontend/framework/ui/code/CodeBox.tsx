/** A box for JSON, or for an expression, with the code editor in it once that is fetched; until then, and without a connection, the plain box that is handed in. */
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Fetched } from '../fetched.ts';
import type { CodeEditor, CodeEvents, CodeMark, Language } from './editor.ts';
import './code.css';

/** What the editor says, in the page's language. */
export interface CodeWords {
  /** shown while the cursor is in it: how to leave it, how to ask for words */
  hint: string;
  phrases: Record<string, string>;
}

export interface CodeBoxProps extends CodeEvents {
  id: string;
  text: string;
  /** aria-attributes of the box: label, help, state */
  attributes: Record<string, string | boolean | undefined>;
  readOnly?: boolean;
  marks: readonly CodeMark[];
  words: CodeWords;
  /** JSON, where it is not said */
  language?: Language;
  /** as high as its place, with line numbers; else as high as its text, within bounds */
  isWhole?: boolean;
  isInvalid?: boolean;
  minLines?: number;
  /** put the cursor here; another object asks again */
  goTo?: { at: number } | undefined;
  /** the plain box; it takes and gives the same text */
  plain: ReactNode;
}

const source = new Fetched(() => import('./editor.ts'));

export function CodeBox(props: CodeBoxProps) {
  const module = useSyncExternalStore(source.subscribe, source.get);
  const around = useRef<HTMLDivElement>(null);
  const [isTaken, setTaken] = useState(() => module !== undefined);
  useEffect(() => void source.fetch(), []);
  // Nobody's cursor is taken away: a box that is typed in stays the plain one until it is left.
  const swap = () => {
    if (module && !around.current?.contains(document.activeElement)) setTaken(true);
  };
  useEffect(swap, [module]);
  if (module && isTaken) return <Editor {...props} create={module.createEditor} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the box in it was left
    <div ref={around} onBlur={() => setTimeout(swap)}>
      {props.plain}
    </div>
  );
}

function Editor({ create, ...props }: CodeBoxProps & { create: typeof import('./editor.ts').createEditor }) {
  const { id, text, marks, words, readOnly = false, isWhole = false, isInvalid = false, minLines = 1, goTo, language = 'json' } = props;
  const parent = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const latest = useRef<CodeBoxProps>(props);
  latest.current = props;
  // Texts that were handed on and have not come back: one of them that comes late is no text from outside, and must not undo what was typed after it.
  const sent = useRef<string[]>([]);
  const hintId = `${id}-hint`;
  const given = Object.entries(props.attributes).flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, String(value)]]));
  const describedBy = `${props.attributes['aria-describedby'] ?? ''} ${hintId}`.trim();
  const attributes = JSON.stringify({ ...Object.fromEntries(given), id, 'aria-describedby': describedBy });
  const phrases = JSON.stringify(words.phrases);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as it is shown; what changes is handed to it below
  useEffect(() => {
    if (!parent.current) return;
    const made = create({
      parent: parent.current,
      text: latest.current.text,
      attributes: JSON.parse(attributes),
      readOnly,
      hasNumbers: isWhole,
      language,
      phrases: JSON.parse(phrases),
      events: () => ({
        ...latest.current,
        onText(typed) {
          sent.current.push(typed);
          latest.current.onText(typed);
        },
      }),
    });
    editor.current = made;
    const label = document.getElementById(`${id}-label`);
    label?.addEventListener('click', made.focus);
    return () => {
      label?.removeEventListener('click', made.focus);
      editor.current = undefined;
      made.destroy();
    };
  }, [create, phrases, isWhole, id, language]);
  useEffect(() => {
    const at = sent.current.lastIndexOf(text);
    sent.current.splice(0, at < 0 ? sent.current.length : at + 1);
    if (at < 0) editor.current?.setText(text);
  }, [text]);
  useEffect(() => editor.current?.setMarks(marks), [marks]);
  useEffect(() => editor.current?.setAttributes(JSON.parse(attributes), readOnly), [attributes, readOnly]);
  useEffect(() => goTo && editor.current?.goTo(goTo.at), [goTo]);
  return (
    <div className="code-box" data-whole={isWhole || undefined} data-invalid={isInvalid || undefined} data-readonly={readOnly || undefined}>
      <div ref={parent} className="code-editor" style={{ '--code-lines': minLines } as React.CSSProperties /* a variable of ours */} />
      <p id={hintId} className="code-hint">
        {words.hint}
      </p>
    </div>
  );
}
