/** A box for formatted text, with the editor in it once that is fetched; until then, and without a connection, the plain box that is handed in. */

import FormatBold from '@mui/icons-material/FormatBold';
import FormatClear from '@mui/icons-material/FormatClear';
import FormatItalic from '@mui/icons-material/FormatItalic';
import FormatListBulleted from '@mui/icons-material/FormatListBulleted';
import FormatListNumbered from '@mui/icons-material/FormatListNumbered';
import FormatQuote from '@mui/icons-material/FormatQuote';
import FormatUnderlined from '@mui/icons-material/FormatUnderlined';
import InsertLink from '@mui/icons-material/InsertLink';
import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import type SvgIcon from '@mui/material/SvgIcon';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Fetched } from '../fetched.ts';
import { type PlacedText, usePlacedEditor, WhenFetched } from '../placed-editor.tsx';
import type { RichAct, RichState } from './editor.ts';
import { LinkDialog } from './LinkDialog.tsx';
import './rich.css';

export interface RichBoxProps extends PlacedText {
  /** what the tools are for, as a reader hears it */
  label: string;
  isInvalid: boolean;
  /** as high as so many lines at least */
  minLines: number;
  onFocus(): void;
  onBlur(): void;
  /** the plain box; it takes and gives the same text */
  plain: ReactNode;
  /** the text as it looks, until the editor is there */
  waiting: ReactNode;
}

const source = new Fetched(() => import('./editor.ts'));

export function RichBox(props: RichBoxProps) {
  const waiting = (
    <div className="rich-waiting" data-readonly={props.readOnly || undefined} style={linesOf(props)}>
      {props.waiting}
    </div>
  );
  return (
    <WhenFetched source={source} plain={props.plain} waiting={waiting}>
      {({ createEditor }) => <Editor {...props} create={createEditor} />}
    </WhenFetched>
  );
}

function linesOf({ minLines }: RichBoxProps): CSSProperties {
  return { '--rich-lines': minLines } as CSSProperties; // a variable of ours
}

/** In the order of the toolbar; 'link' opens its dialog. */
const tools: readonly (readonly [RichAct | 'link', typeof SvgIcon | undefined])[] = [
  ['heading', undefined],
  ['subheading', undefined],
  ['strong', FormatBold],
  ['em', FormatItalic],
  ['underline', FormatUnderlined],
  ['link', InsertLink],
  ['bullets', FormatListBulleted],
  ['numbers', FormatListNumbered],
  ['quote', FormatQuote],
  ['plain', FormatClear],
  ['undo', Undo],
  ['redo', Redo],
];
/** They are done once, and are not on or off. */
const isOnce: ReadonlySet<string> = new Set(['plain', 'undo', 'redo']);

function Editor({ create, ...props }: RichBoxProps & { create: typeof import('./editor.ts').createEditor }) {
  const { id, label, isInvalid, readOnly } = props;
  const translate = useTranslate();
  const [state, setState] = useState<RichState>();
  const [isLinking, setLinking] = useState(false);
  const latest = useRef(props);
  latest.current = props;
  const { parent, editor } = usePlacedEditor(
    props,
    (place) =>
      create({
        ...place,
        events: () => ({
          onState: setState,
          onFocus: () => latest.current.onFocus(),
          onBlur: () => latest.current.onBlur(),
          onLink: () => setLinking(true),
        }),
      }),
    [create],
  );
  return (
    <div className="rich-box" data-invalid={isInvalid || undefined} data-readonly={readOnly || undefined}>
      {!readOnly && state && (
        <Toolbar
          label={translate('form.rich.tools', { field: label })}
          state={state}
          controls={id}
          onTool={(tool) => (tool === 'link' ? setLinking(true) : editor.current?.act(tool))}
        />
      )}
      <div ref={parent} className="rich-editor" style={linesOf(props)} />
      {isLinking && state && (
        <LinkDialog
          link={state.link}
          onClose={() => setLinking(false)}
          onLink={(href) => {
            setLinking(false);
            // The dialog gives the focus back to where it came from; the text has it last.
            setTimeout(() => editor.current?.setLink(href));
          }}
        />
      )}
    </div>
  );
}

/** One stop of Tab; left and right go from tool to tool. */
function Toolbar({ label, state, controls, onTool }: { label: string; state: RichState; controls: string; onTool(tool: RichAct | 'link'): void }) {
  const translate = useTranslate();
  const [current, setCurrent] = useState(0);
  const walk = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + tools.length) % tools.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="rich-tools" role="toolbar" aria-label={label} aria-controls={controls} onKeyDown={walk}>
      {tools.map(([tool, Icon], at) => {
        const isOn = tool === 'link' ? state.link !== '' : state.on.has(tool);
        const name = translate(`form.rich.${tool}`);
        return (
          <button
            key={tool}
            type="button"
            tabIndex={at === current ? 0 : -1}
            aria-pressed={isOnce.has(tool) ? undefined : isOn}
            // A tool that cannot be used now stays where the keys find it.
            aria-disabled={(tool !== 'link' && !isOn && !state.can.has(tool)) || undefined}
            aria-label={Icon && name}
            title={Icon && name}
            // The cursor stays in the text.
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(at)}
            onClick={() => onTool(tool)}
          >
            {Icon ? <Icon fontSize="small" /> : name}
          </button>
        );
      })}
    </div>
  );
}
