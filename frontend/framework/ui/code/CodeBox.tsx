/** A box for JSON, or for an expression, with the code editor in it once that is fetched; until then, and without a connection, the plain box that is handed in. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Fetched } from '../fetched.ts';
import { type BoxAttributes, usePlacedEditor, WhenFetched } from '../placed-editor.tsx';
import type { CodeEvents, CodeMark, Language } from './editor.ts';
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
  attributes: BoxAttributes;
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
  return (
    <WhenFetched source={source} plain={props.plain}>
      {({ createEditor }) => <Editor {...props} create={createEditor} />}
    </WhenFetched>
  );
}

function Editor({ create, ...props }: CodeBoxProps & { create: typeof import('./editor.ts').createEditor }) {
  const { id, text, marks, words, readOnly = false, isWhole = false, isInvalid = false, minLines = 1, goTo, language = 'json' } = props;
  const latest = useRef<CodeBoxProps>(props);
  latest.current = props;
  const hintId = `${id}-hint`;
  const attributes = { ...props.attributes, 'aria-describedby': `${props.attributes['aria-describedby'] ?? ''} ${hintId}`.trim() };
  const phrases = JSON.stringify(words.phrases);
  const { parent, editor } = usePlacedEditor(
    { id, text, attributes, readOnly, onText: props.onText },
    ({ onText, ...place }) => create({ ...place, hasNumbers: isWhole, language, phrases: JSON.parse(phrases), events: () => ({ ...latest.current, onText }) }),
    [create, phrases, isWhole, language],
  );
  useEffect(() => editor.current?.setMarks(marks), [marks, editor]);
  useEffect(() => goTo && editor.current?.goTo(goTo.at), [goTo, editor]);
  return (
    <div className="code-box" data-whole={isWhole || undefined} data-invalid={isInvalid || undefined} data-readonly={readOnly || undefined}>
      <div ref={parent} className="code-editor" style={{ '--code-lines': minLines } as React.CSSProperties /* a variable of ours */} />
      <p id={hintId} className="code-hint">
        {words.hint}
      </p>
    </div>
  );
}
