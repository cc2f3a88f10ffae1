/** The editor of formatted text, over ProseMirror: fetched when one is shown. Tab leaves it; lists, headings and quotes begin as in plain text ('- ', '1. ', '## ', '> '). */
import { baseKeymap, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType, Node, NodeType } from 'prosemirror-model';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Place, PlacedEditor } from '../placed-editor.tsx';
import { readHtml, schema, tidyPasted, writeHtml } from './formatted.ts';

const { nodes, marks } = schema;

/** What a person does to the text beside typing. */
export const richActs = ['heading', 'subheading', 'strong', 'em', 'underline', 'bullets', 'numbers', 'quote', 'plain', 'undo', 'redo'] as const;
export type RichAct = (typeof richActs)[number];

/** What the toolbar shows of the place of the cursor. */
export interface RichState {
  on: ReadonlySet<RichAct>;
  can: ReadonlySet<RichAct>;
  /** the address of the link at the cursor; '' for none */
  link: string;
  /** is there text for a link? */
  hasChosen: boolean;
}

export interface RichEvents {
  onState(state: RichState): void;
  onFocus(): void;
  onBlur(): void;
  /** a link is asked for by its key */
  onLink(): void;
}

export interface RichEditor extends PlacedEditor {
  act(act: RichAct): void;
  /** puts a link on what is chosen, or writes its address; '' takes the link at the cursor away */
  setLink(href: string): void;
}

export function createEditor({ parent, text, attributes, readOnly, onText, events }: Place & { events: () => RichEvents }): RichEditor {
  let facing = { attributes, readOnly };
  let waiting: string | undefined;
  const linkKey: Command = () => {
    events().onLink();
    return true;
  };
  const stateOf = (html: string) =>
    EditorState.create({
      doc: readHtml(html),
      plugins: [inputRules({ rules }), keymap({ ...keys, 'Mod-k': linkKey }), keymap(baseKeys), history()],
    });
  const view = new EditorView(parent, {
    state: stateOf(text),
    attributes: () => ({
      role: 'textbox',
      'aria-multiline': 'true',
      tabindex: '0',
      ...facing.attributes,
      ...(facing.readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    editable: () => !facing.readOnly,
    handleDOMEvents: { focus: () => events().onFocus(), blur: () => events().onBlur(), compositionend: () => void queueMicrotask(takeWaiting) },
    transformPastedHTML: tidyPasted,
    dispatchTransaction(transaction) {
      show(view.state.apply(transaction));
      if (transaction.docChanged) onText(writeHtml(view.state.doc));
    },
  });
  const show = (state: EditorState) => {
    view.updateState(state);
    events().onState(seen(state));
  };
  const take = (html: string) => {
    if (view.composing) waiting = html;
    // What differs in spelling alone leaves the cursor and the steps back as they are.
    else if (writeHtml(view.state.doc) !== writeHtml(readHtml(html))) show(stateOf(html));
  };
  const takeWaiting = () => {
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) take(next);
  };
  const run = (command: Command) => {
    command(view.state, view.dispatch, view);
    view.focus();
  };
  show(view.state);
  return {
    setText: take,
    setAttributes(next, isReadOnly) {
      facing = { attributes: next, readOnly: isReadOnly };
      view.setProps({});
    },
    act: (act) => run(acts[act]),
    setLink(href) {
      const { from, to, empty } = view.state.selection;
      const change = view.state.tr;
      if (empty && href && !linkAt(view.state)) change.replaceSelectionWith(schema.text(href, [marks.link.create({ href })]), false);
      else {
        const around = empty ? reachOf(view.state) : { from, to };
        change.removeMark(around.from, around.to, marks.link);
        if (href) change.addMark(around.from, around.to, marks.link.create({ href }));
      }
      view.dispatch(change);
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

/** A list becomes the other kind, or ends where it is of that kind already. */
function list(type: NodeType): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    for (let depth = $from.depth; depth > 0; depth--) {
      const node = $from.node(depth);
      if (node.type === type) return liftListItem(nodes.list_item)(state, dispatch, view);
      if (node.type === nodes.bullet_list || node.type === nodes.ordered_list) {
        dispatch?.(state.tr.setNodeMarkup($from.before(depth), type));
        return true;
      }
    }
    return wrapInList(type)(state, dispatch, view);
  };
}

const quote: Command = (state, dispatch, view) => (isWithin(state, nodes.blockquote) ? lift : wrapIn(nodes.blockquote))(state, dispatch, view);

/** Takes the marks of what is chosen away, and its blocks become text. */
const plain: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const change: Transaction = state.tr.removeMark(from, to).setBlockType(from, to, nodes.paragraph);
  if (change.docChanged) dispatch?.(change);
  return change.docChanged;
};

/** A heading, or text again where it is one of that level. */
function heading(level: number): Command {
  return (state, dispatch, view) => (isHeading(state, level) ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level }))(state, dispatch, view);
}

const acts: Record<RichAct, Command> = {
  heading: heading(2),
  subheading: heading(3),
  strong: toggleMark(marks.strong),
  em: toggleMark(marks.em),
  underline: toggleMark(marks.underline),
  bullets: list(nodes.bullet_list),
  numbers: list(nodes.ordered_list),
  quote,
  plain,
  undo,
  redo,
};

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

const keys: Record<string, Command> = {
  'Mod-b': acts.strong,
  'Mod-i': acts.em,
  'Mod-u': acts.underline,
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  Backspace: undoInputRule,
  Enter: splitListItem(nodes.list_item),
  'Shift-Enter': breakLine,
  'Mod-]': sinkListItem(nodes.list_item),
  'Mod-[': liftListItem(nodes.list_item),
};

/** The form around has a use for it. */
const { 'Mod-Enter': _ofTheForm, ...baseKeys } = baseKeymap;

const rules = [
  wrappingInputRule(/^\s*[-*]\s$/, nodes.bullet_list),
  wrappingInputRule(/^1[.)]\s$/, nodes.ordered_list),
  wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
  textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, marks = '']) => ({ level: marks.length })),
];

function seen(state: EditorState): RichState {
  const inList = innermostList(state);
  const on = new Set<RichAct>();
  if (isHeading(state, 2)) on.add('heading');
  if (isHeading(state, 3)) on.add('subheading');
  for (const name of ['strong', 'em', 'underline'] as const) if (isMarked(state, marks[name])) on.add(name);
  if (inList === nodes.bullet_list) on.add('bullets');
  if (inList === nodes.ordered_list) on.add('numbers');
  if (isWithin(state, nodes.blockquote)) on.add('quote');
  const can = new Set(richActs.filter((act) => acts[act](state)));
  return { on, can, link: linkAt(state), hasChosen: !state.selection.empty };
}

function isHeading(state: EditorState, level: number): boolean {
  const { parent } = state.selection.$from;
  return parent.type === nodes.heading && parent.attrs.level === level;
}

function isMarked(state: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty ? mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, mark);
}

function ancestors(state: EditorState): Node[] {
  const { $from } = state.selection;
  return Array.from({ length: $from.depth }, (_, at) => $from.node($from.depth - at));
}

function isWithin(state: EditorState, type: NodeType): boolean {
  return ancestors(state).some((node) => node.type === type);
}

function innermostList(state: EditorState): NodeType | undefined {
  return ancestors(state).find(({ type }) => type === nodes.bullet_list || type === nodes.ordered_list)?.type;
}

function linkAt(state: EditorState): string {
  const { $from, empty, from, to } = state.selection;
  if (empty) return String(marks.link.isInSet($from.marks())?.attrs.href ?? '');
  let href = '';
  state.doc.nodesBetween(from, to, (node) => {
    href ||= String(marks.link.isInSet(node.marks)?.attrs.href ?? '');
  });
  return href;
}

/** From where to where the link goes that the cursor stands in. */
function reachOf(state: EditorState): { from: number; to: number } {
  const { $from } = state.selection;
  const href = linkAt(state);
  const isSame = (at: number) => marks.link.isInSet($from.parent.child(at).marks)?.attrs.href === href;
  let [first, last] = [$from.index(), $from.index()];
  if (first === $from.parent.childCount || !isSame(first)) first = last = Math.max(0, first - 1);
  while (first > 0 && isSame(first - 1)) first--;
  while (last + 1 < $from.parent.childCount && isSame(last + 1)) last++;
  let from = $from.start();
  for (let at = 0; at < first; at++) from += $from.parent.child(at).nodeSize;
  let to = from;
  for (let at = first; at <= last; at++) to += $from.parent.child(at).nodeSize;
  return { from, to };
}
