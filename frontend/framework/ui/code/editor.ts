/** The code editor for JSON texts and for expressions, over CodeMirror: fetched when one is shown. Tab leaves it; Enter takes an offered word. */
import {
  autocompletion,
  type Completion,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  completionStatus,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension, Prec, Transaction } from '@codemirror/state';
import { EditorView, highlightActiveLine, hoverTooltip, type KeyBinding, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Place as EditorPlace, PlacedEditor } from '../placed-editor.tsx';
import { type JsonPath, type Place, placeAt, scanJson } from './json-text.ts';
import type { Offer } from './offers.ts';

/** A mark under a range of the text, offsets in UTF-16 units. */
export interface CodeMark {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
}

/** What the editor asks and tells; the functions may change while it is shown. */
export interface CodeEvents {
  onText(text: string): void;
  onBlur?(): void;
  /** takes the place of the editor's own undo and redo */
  onUndo?(): void;
  onRedo?(): void;
  /** what may stand at a place; `present` has the keys of the object around it */
  offers?(place: Place, present: ReadonlySet<string>): Offer[];
  /** of an expression: what may stand where the cursor is, in the place of what stands there from `from` on */
  wordsFor?(text: string, at: number): { from: number; offers: Offer[] } | undefined;
  /** a few words about the value at a path; '' for none */
  wordsAt?(path: JsonPath): string;
}

export type Language = 'json' | 'expression';

export interface EditorSetup extends Omit<EditorPlace, 'onText'> {
  hasNumbers: boolean;
  language: Language;
  /** CodeMirror's own sentences in the page's language */
  phrases: Record<string, string>;
  events: () => CodeEvents;
}

export interface CodeEditor extends PlacedEditor {
  setMarks(marks: readonly CodeMark[]): void;
  /** puts the cursor at an offset, in sight */
  goTo(at: number): void;
}

export function createEditor({ parent, text, attributes, readOnly, hasNumbers, language, phrases, events }: EditorSetup): CodeEditor {
  const changing = new Compartment();
  let waiting: string | undefined;
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  const ownsHistory = events().onUndo === undefined;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        ...(nonce ? [EditorView.cspNonce.of(nonce)] : []),
        EditorState.phrases.of(phrases),
        changing.of(facing(attributes, readOnly)),
        language === 'json' ? json() : expressions,
        syntaxHighlighting(highlight),
        indentUnit.of('  '),
        bracketMatching(),
        closeBrackets(),
        language === 'json' ? lintGutter() : [],
        hasNumbers ? [lineNumbers(), highlightActiveLine()] : [],
        ownsHistory ? history() : [],
        EditorView.lineWrapping,
        autocompletion({
          override: [
            ({ state, pos, explicit }) =>
              language === 'json' ? complete(state.doc.toString(), pos, explicit, events()) : completeWord(state.doc.toString(), pos, explicit, events()),
          ],
          icons: false,
          defaultKeymap: false,
        }),
        Prec.highest(keymap.of(completionKeymap.map(staysInside))),
        hoverTooltip((shown, at) => hover(shown, at, events())),
        Prec.high(keymap.of(ownsHistory ? [] : historyOutside(events))),
        keymap.of([
          ...closeBracketsKeymap,
          ...(ownsHistory ? historyKeymap : []),
          ...lintKeymap,
          ...defaultKeymap.filter(({ key }) => !(key && ofTheForm.has(key))),
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(Transaction.remote))) events().onText(update.state.doc.toString());
          if (update.focusChanged && !update.view.hasFocus) events().onBlur?.();
          if (waiting !== undefined && !update.view.composing) queueMicrotask(takeWaiting);
        }),
        look,
      ],
    }),
  });
  const takeWaiting = () => {
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) take(next);
  };
  const take = (next: string) => {
    const now = view.state.doc.toString();
    if (next === now) return;
    if (view.composing) {
      waiting = next;
      return;
    }
    // Only what differs is replaced, so that the cursor stays where it is.
    let start = 0;
    while (start < now.length && start < next.length && now[start] === next[start]) start++;
    let end = 0;
    while (end < now.length - start && end < next.length - start && now[now.length - 1 - end] === next[next.length - 1 - end]) end++;
    view.dispatch({
      changes: { from: start, to: now.length - end, insert: next.slice(start, next.length - end) },
      annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
    });
  };
  return {
    setText: take,
    setMarks(marks) {
      const length = view.state.doc.length;
      const within = marks.map((mark) => ({ ...mark, from: Math.min(mark.from, length), to: Math.min(Math.max(mark.to, mark.from), length) }));
      view.dispatch(setDiagnostics(view.state, within));
    },
    setAttributes: (next, isReadOnly) => view.dispatch({ effects: changing.reconfigure(facing(next, isReadOnly)) }),
    goTo(at) {
      const anchor = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function facing(attributes: Record<string, string>, readOnly: boolean): Extension {
  return [
    EditorView.contentAttributes.of({
      tabindex: '0',
      autocapitalize: 'off',
      spellcheck: 'false',
      ...attributes,
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    EditorState.readOnly.of(readOnly),
  ];
}

/** Keys that the form around has a use for. */
const ofTheForm: ReadonlySet<string> = new Set(['Mod-Enter', 'Alt-l', 'Ctrl-Alt-\\']);

/** Escape closes the list of words, not the dialog around the editor; words that are still looked for are dropped, and the dialog hears it. */
function staysInside(binding: KeyBinding): KeyBinding {
  if (binding.key !== 'Escape') return binding;
  return { ...binding, run: (view) => completionStatus(view.state) === 'active' && closeCompletion(view), stopPropagation: true };
}

function historyOutside(events: () => CodeEvents): KeyBinding[] {
  const undo = () => {
    events().onUndo?.();
    return true;
  };
  const redo = () => {
    events().onRedo?.();
    return true;
  };
  return [
    { key: 'Mod-z', run: undo, preventDefault: true },
    { key: 'Mod-y', run: redo, preventDefault: true },
    { key: 'Mod-Shift-z', run: redo, preventDefault: true },
  ];
}

function complete(text: string, at: number, explicit: boolean, { offers }: CodeEvents): CompletionResult | null {
  if (!offers) return null;
  const place = placeAt(text, at);
  if (!place || (!explicit && place.from === place.to && !/[:"[{,]\s*$/.test(text.slice(0, at)))) return null;
  // Without a key being typed the list waits to be asked for.
  if (!explicit && place.from === place.to && place.kind === 'key') return null;
  const depth = place.path.length;
  const present = new Set(
    scanJson(text).spots.flatMap(({ path, keyFrom }) =>
      path.length === depth + 1 && keyFrom !== place.from && place.path.every((step, index) => path[index] === step) ? [String(path[depth])] : [],
    ),
  );
  const options = offers(place, present).map((offer): Completion => {
    const shown = { label: offer.label, detail: offer.detail, ...(offer.info ? { info: offer.info } : {}) };
    if (place.kind === 'value') return shown;
    const behind = place.hasColon ? '' : `: ${stops(offer.first ?? '')}`;
    const put = snippet(`${escapeStop(JSON.stringify(offer.label))}${behind}`);
    // What may stand behind the key is offered at once.
    const apply: Completion['apply'] = (view, chosen, from, to) => {
      put(view, chosen, from, to);
      startCompletion(view);
    };
    return { ...shown, apply };
  });
  const typed = place.typed.toLowerCase();
  const fitting = options.filter(({ label }) => label.toLowerCase().replace(/^"/, '').includes(typed));
  fitting.sort((a, b) => Number(!startsWith(a.label, typed)) - Number(!startsWith(b.label, typed)));
  return fitting.length > 0 ? { from: place.from, to: place.to, options: fitting, filter: false } : null;
}

/** Fields and functions of an expression; where nothing is typed yet they wait to be asked for, but behind a point. */
function completeWord(text: string, at: number, explicit: boolean, { wordsFor }: CodeEvents): CompletionResult | null {
  const found = wordsFor?.(text, at);
  if (!found || (!explicit && found.from === at && text[at - 1] !== '.')) return null;
  const typed = text.slice(found.from, at).toLowerCase();
  const fitting = found.offers.filter(({ label }) => label.toLowerCase().includes(typed));
  fitting.sort((a, b) => Number(!startsWith(a.label, typed)) - Number(!startsWith(b.label, typed)));
  const options = fitting.map(
    ({ label, detail, info, first }): Completion => ({ label, detail, ...(info ? { info } : {}), ...(first ? { apply: snippet(first) } : {}) }),
  );
  return options.length > 0 ? { from: found.from, to: at, options, filter: false } : null;
}

/** Colours of an expression: texts, numbers, words of the language, what is called. */
const expressions = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/) || stream.match(/^'(?:[^'\\]|\\.)*'?/)) return 'string';
    if (stream.match(/^\d+(?:\.\d+)?/)) return 'number';
    if (stream.match(/^(?:true|false|null)\b/)) return 'bool';
    if (stream.match(/^[a-zA-Z_]\w*(?=\()/)) return 'propertyName';
    if (!stream.match(/^[a-zA-Z_]\w*/)) stream.next();
    return null;
  },
});

function startsWith(label: string, typed: string): boolean {
  return label.toLowerCase().replace(/^"/, '').startsWith(typed);
}

/** What is put behind a key, with the cursor where it is filled in. */
function stops(first: string): string {
  if (first === '""') return '"#{}"';
  if (first === '{}') return '{#{}}';
  if (first === '[]') return '[#{}]';
  return first === '' ? '#{}' : escapeStop(first);
}

function escapeStop(text: string): string {
  return text.replace(/[\\{}$#]/g, (mark) => (mark === '{' || mark === '}' ? `\\${mark}` : mark));
}

function hover(view: EditorView, at: number, { wordsAt }: CodeEvents) {
  if (!wordsAt) return null;
  const spots = scanJson(view.state.doc.toString()).spots.filter(({ from, to, keyFrom }) => (keyFrom ?? from) <= at && at <= to);
  const inner = spots.sort((a, b) => b.path.length - a.path.length)[0];
  const said = inner ? wordsAt(inner.path) : '';
  if (!inner || !said) return null;
  return {
    pos: inner.keyFrom ?? inner.from,
    end: inner.keyTo ?? inner.to,
    create() {
      const dom = document.createElement('div');
      dom.className = 'code-words';
      dom.textContent = said;
      return { dom };
    },
  };
}

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--violet)' },
]);

const look = EditorView.theme({
  '&': { fontSize: 'var(--size-text)', color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--ground)', color: 'var(--ink-soft)', borderRight: '1px solid var(--line)' },
  // A background colour on the text would be carried over by the browser as an inline style where a selection is replaced, which the page's policy refuses.
  '.cm-activeLine': { backgroundColor: 'transparent', backgroundImage: 'linear-gradient(var(--hover), var(--hover))' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '.cm-tooltip': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line-strong)', borderRadius: 'var(--radius-small)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: 'var(--size-text)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent-wash)', color: 'var(--ink)' },
  '.cm-completionDetail': { color: 'var(--ink-soft)', fontStyle: 'normal' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--accent)' },
  '.code-words, .cm-completionInfo': { padding: '4px 8px', maxWidth: '46ch', fontFamily: 'var(--font)', fontSize: 'var(--size-small)' },
});
