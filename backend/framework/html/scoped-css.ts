/**
 * A style that a row brings for its own page (safety section 11): parsed, every selector put under one class, properties, functions and at-rules by a list;
 * what is not on it is left out and named. Pure: text in, text out.
 */
import type { CssNode, List, Rule } from 'css-tree';
import generate from 'css-tree/generator';
import parse from 'css-tree/parser';
import walk from 'css-tree/walker';

export type CssProblemCode = 'syntax' | 'atrule' | 'selector' | 'nested' | 'property' | 'value' | 'url';

export interface CssProblem {
  /** counted from 1 */
  line: number;
  code: CssProblemCode;
  /** what was left out: '@import', 'position: fixed' */
  what: string;
}

export interface ScopedCss {
  css: string;
  problems: CssProblem[];
}

export type CssFault = 'colon' | 'name' | 'selector' | 'brace' | 'bracket' | 'unexpected';

/** Where a style cannot be read at all, and why; `what` is that line, or what is left of it. A browser would throw the rule away without a word. */
export function cssFaults(text: string): { line: number; fault: CssFault; what: string }[] {
  const faults: ReturnType<typeof cssFaults> = [];
  parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError({ message, line, column }) {
      const fault = faultOf(message);
      const written = text.split(/\r\n|[\n\r\f]/)[line - 1] ?? '';
      faults.push({ line, fault, what: (fault === 'unexpected' ? written.slice(column - 1) : written).trim().slice(0, 60) });
    },
  });
  return faults;
}

function faultOf(message: string): CssFault {
  if (message.startsWith('Colon')) return 'colon';
  if (message.startsWith('Identifier')) return 'name';
  if (message.startsWith('Selector')) return 'selector';
  if (message.startsWith('"{"')) return 'brace';
  return /^"[)\]]"/.test(message) ? 'bracket' : 'unexpected';
}

/** The page that a style is for. */
export interface StyleScope {
  /** of the element that holds the page: letters only */
  className: string;
  /** the page's own variables, which a style may set */
  variable: RegExp;
}

/** The style as visitors may have it, and what was left out of it. */
export function scopedCss(text: string, page: StyleScope): ScopedCss {
  const problems: CssProblem[] = [];
  const note = (node: CssNode | undefined, code: CssProblemCode, what: string) => {
    problems.push({ line: node?.loc?.start.line ?? 1, code, what: what.replace(/\s+/g, ' ').slice(0, 120) });
  };
  const sheet = parse(text, { positions: true, parseCustomProperty: true }); // what it cannot read becomes a Raw node, which is left out and named below
  if (sheet.type === 'StyleSheet') keepRules(sheet.children, page, note);
  // A '<' could end a <style>; the text is served as a file, and still holds none.
  return { css: generate(sheet).replaceAll('<', '\\3c '), problems };
}

type Note = (node: CssNode | undefined, code: CssProblemCode, what: string) => void;

function keepRules(list: List<CssNode>, page: StyleScope, note: Note): void {
  list.forEach((node, item) => {
    if (!isStored(node, page, note)) list.remove(item);
  });
}

function isStored(node: CssNode, page: StyleScope, note: Note): boolean {
  if (node.type === 'Rule') return scope(node, page, note) && keepDeclarations(node, page, note);
  if (node.type !== 'Atrule') {
    if (node.type === 'Raw') note(node, 'syntax', node.value);
    return false;
  }
  const name = node.name.toLowerCase();
  if (!node.block || !['media', 'supports', 'keyframes'].includes(name)) {
    note(node, 'atrule', `@${node.name}`);
    return false;
  }
  if (name === 'keyframes') {
    node.block.children.forEach((frame, item) => {
      if (frame.type !== 'Rule' || !keepDeclarations(frame, page, note)) node.block?.children.remove(item);
    });
  } else keepRules(node.block.children, page, note);
  return !node.block.children.isEmpty;
}

/** html, body and :root are the page itself; everything else is inside of it. */
function scope(rule: Rule, { className }: StyleScope, note: Note): boolean {
  if (rule.prelude.type !== 'SelectorList') {
    note(rule, 'selector', generate(rule.prelude));
    return false;
  }
  rule.prelude.children.forEach((selector, item) => {
    if (rule.prelude.type !== 'SelectorList') return;
    const written = generate(selector);
    const wrong = selector.type !== 'Selector' || hasForbiddenPart(selector);
    if (wrong) {
      note(selector, 'selector', written);
      rule.prelude.children.remove(item);
      return;
    }
    const root = new RegExp(`^(?:html\\s+body|html|body|:root|\\.${className})(?![\\w-])`, 'i');
    const inner = root.test(written) ? written.replace(root, '') : ` ${written}`;
    // The page has one root: selectors before another `body` further in can match nothing.
    item.data = { type: 'Raw', value: `.${className}${inner}` };
  });
  return !rule.prelude.children.isEmpty;
}

function hasForbiddenPart(selector: CssNode): boolean {
  let found = false;
  walk(selector, (node) => {
    if (node.type === 'NestingSelector' || node.type === 'Raw') found = true;
    if (node.type === 'PseudoClassSelector' && /^(host|host-context|scope|visited)$/i.test(node.name)) found = true;
    if (node.type === 'PseudoElementSelector' && !/^(before|after|first-letter|first-line|marker|selection|placeholder)$/i.test(node.name)) found = true;
  });
  return found;
}

function keepDeclarations(rule: Rule, page: StyleScope, note: Note): boolean {
  const list = rule.block.children;
  list.forEach((node, item) => {
    if (node.type === 'Declaration' && isAllowed(node, page, note)) return;
    if (node.type === 'Rule') note(node, 'nested', generate(node.prelude));
    else if (node.type === 'Atrule') note(node, 'atrule', `@${node.name}`);
    else if (node.type === 'Raw') note(node, 'syntax', node.value);
    list.remove(item);
  });
  return !list.isEmpty;
}

function isAllowed(node: CssNode & { type: 'Declaration' }, { variable }: StyleScope, note: Note): boolean {
  const property = node.property.toLowerCase();
  const written = `${property}: ${generate(node.value)}`;
  if (!isProperty(property) && !variable.test(property)) {
    note(node, 'property', property);
    return false;
  }
  if (node.value.type === 'Raw') {
    note(node, 'syntax', written);
    return false;
  }
  let wrong: CssProblemCode | undefined;
  walk(node.value, (part) => {
    if (part.type === 'Url' && !ownFile.test(part.value)) wrong = 'url';
    else if (part.type === 'Function' && !functions.has(part.name.toLowerCase())) wrong = 'value';
    else if (part.type === 'Raw') wrong = 'value';
    else if (part.type === 'Identifier' && property === 'position' && !positions.has(part.name.toLowerCase())) wrong = 'value';
    // An escape can spell what the lists refuse.
    else if (part.type === 'Identifier' && part.name.includes('\\')) wrong = 'value';
  });
  if (wrong) note(node, wrong, written);
  return wrong === undefined;
}

/** A picture of the layout, in any size it is served in. */
const ownFile = /^\/get\/files\/[\w.-]+(\?w=\d{1,5})?$/;

function isProperty(name: string): boolean {
  return properties.has(name) || families.some((family) => name === family || name.startsWith(`${family}-`));
}

/** With everything that begins with them: background-color, border-top-left-radius … */
const families = 'background border margin padding outline font text list-style column grid flex animation transition inset overflow place align justify'.split(
  ' ',
);

const properties = new Set(
  (
    'accent-color aspect-ratio backdrop-filter box-decoration-break box-shadow box-sizing caret-color clear clip-path color color-scheme columns content display ' +
    'filter float gap height width max-height max-width min-height min-width inline-size block-size hyphens letter-spacing line-break line-height mix-blend-mode ' +
    'object-fit object-position opacity order overflow-wrap position top right bottom left quotes rotate scale row-gap tab-size table-layout transform transform-origin ' +
    'translate vertical-align visibility white-space widows orphans word-break word-spacing word-wrap writing-mode z-index scroll-margin-top caption-side isolation'
  ).split(' '),
);

/** Without fixed and sticky, which would stand still over buttons that people have to find. */
const positions = new Set(['static', 'relative', 'absolute', 'inherit', 'initial', 'unset', 'revert']);

const functions = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient ' +
    'calc min max clamp var minmax repeat fit-content cubic-bezier steps linear translate translatex translatey scale scalex scaley rotate skew skewx skewy matrix ' +
    'blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia circle ellipse inset polygon counter counters'
  ).split(' '),
);
