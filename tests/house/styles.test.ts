/** Decision 048: colours, sizes of type and corners are tokens, windows change at four widths, and each side is styled in one way. */
import { readdirSync, readFileSync } from 'node:fs';
import { type CssNode, lexer, parse, walk } from 'css-tree';
import { describe, expect, it } from 'vitest';
import { widths } from '../../frontend/framework/ui/widths.ts';

const tokenFiles = { office: 'frontend/framework/ui/tokens.css', site: 'frontend/application/site/tokens.css' };
const filesOf = (ending: RegExp) =>
  readdirSync('frontend', { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `frontend/${name}`);
const styles = filesOf(/\.css$/).filter((file) => !Object.values(tokenFiles).includes(file));
const scripts = filesOf(/\.tsx?$/);
/** The public pages; all other styles are of the back office. */
const isPublic = (file: string) => /\/application\/(?:[\w-]+\/)?(?:site|page|personal)\//.test(file);
const text = (file: string) => readFileSync(file, 'utf8');

/** 'file:line what' of each declaration in which `isWrong` finds something. */
function declarations(css: string, file: string, isWrong: (property: string, value: CssNode) => string[]): string[] {
  const found: string[] = [];
  walk(parse(css, { positions: true }), {
    visit: 'Declaration',
    enter: ({ property, value, loc }) => {
      for (const what of isWrong(property, value)) found.push(`${file}:${loc?.start.line} ${property}: ${what}`);
    },
  });
  return found;
}

/** Colours written out: '#fff', 'rgb(0 0 0 / 12%)', 'white'. rgb(var(--veil) / 12%) is a token. */
function colours(_property: string, value: CssNode): string[] {
  const found: string[] = [];
  walk(value, (node) => {
    if (node.type === 'Hash') found.push(`#${node.value}`);
    if (node.type === 'Function' && /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color)$/.test(node.name)) {
      const first = node.children.first;
      if (first?.type !== 'Function' || first.name !== 'var') found.push(`${node.name}()`);
    }
    if (node.type === 'Identifier' && node.name !== 'transparent' && lexer.matchType('named-color', node.name).matched) found.push(node.name);
  });
  return found;
}

/** A size of type in anything but a share of the text around it (em, %); what stands after the slash of `font` is the height of the line. */
function sizes(property: string, value: CssNode): string[] {
  if (property !== 'font-size' && property !== 'font') return [];
  const found: string[] = [];
  let isHeight = false;
  walk(value, (node) => {
    if (node.type === 'Operator' && node.value === '/') isHeight = true;
    if (node.type === 'Dimension' && node.unit !== 'em' && !isHeight) found.push(node.value + node.unit);
  });
  return found;
}

/** Selectors that style every fieldset below something: among them are the outlines of the back office's text boxes, which are hidden from readers. */
function outlines(css: string, file: string): string[] {
  const found: string[] = [];
  walk(parse(css, { positions: true }), {
    visit: 'Selector',
    enter: ({ children, loc }) => {
      const [within, subject] = children.toArray().slice(-2);
      if (subject?.type === 'TypeSelector' && subject.name === 'fieldset' && within?.type === 'Combinator' && within.name === ' ')
        found.push(`${file}:${loc?.start.line}`);
    },
  });
  return found;
}

function corners(property: string, value: CssNode): string[] {
  if (!/^border.*radius$/.test(property)) return [];
  const found: string[] = [];
  walk(value, (node) => {
    if (node.type === 'Dimension') found.push(node.value + node.unit);
  });
  return found;
}

/** The widths that a file's media and container queries name, a maximum as the width that it ends before: '(max-width: 599px)' is 600. */
const widthsIn = (source: string) =>
  [...source.matchAll(/\((?:(min|max)-width:|width\s*([<>]=?))\s*([\d.]+)(px|r?em)\)/g)].map(([, side, sign, number, unit]) =>
    unit === 'px' ? Number(number) + (side === 'max' || sign === '<=' ? 1 : 0) : `${number}${unit}`,
  );

const tokensOf = (file: string) => [...text(file).matchAll(/^\s+--([\w-]+):/gm)].map(([, name = '']) => name);

describe('styles', () => {
  it('colours, sizes of type and corners stand in the two lists of tokens', () => {
    expect(styles.flatMap((file) => [colours, sizes, corners].flatMap((one) => declarations(text(file), file, one)))).toEqual([]);
  });

  it('and in no script: a theme and an sx name tokens too', () => {
    const written = /fontSize: *['"`]?[\d.]+|['"` (]#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b(?=['"`; ,)])|\b(?:rgba?|hsla?)\(\d/gi;
    const code = (file: string) => text(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
    expect(scripts.flatMap((file) => (code(file).match(written) ?? []).map((what) => `${file}: ${what}`))).toEqual([]);
  });

  it('the check finds each of them', () => {
    const wrong = (css: string) => [colours, sizes, corners].flatMap((one) => declarations(css, '', one)).length;
    for (const line of [
      'color: #abc',
      'background: rgb(1 2 3)',
      'border: 1px solid white',
      'fill: light-dark(#fff, var(--ink))',
      'box-shadow: 0 1px hsl(1 2% 3% / 4%)',
    ])
      expect(wrong(`a { ${line} }`), line).toBeGreaterThan(0);
    for (const line of ['font-size: 13px', 'font-size: clamp(1rem, 2vw, 2rem)', 'font: 600 12px / 1.5 var(--mono)', 'border-radius: 0 4px 4px 0'])
      expect(wrong(`a { ${line} }`), line).toBeGreaterThan(0);
    for (const line of [
      'color: rgb(var(--veil) / 60%)',
      'font-size: 0.7em',
      'font: 400 var(--size) / 18px var(--font)',
      'border-radius: 50%',
      'color: transparent',
    ])
      expect(wrong(`a { ${line} }`), line).toBe(0);
    expect(widthsIn('@media (max-width: 599px) and (min-width: 320px) {} @container (width < 700px) {} (min-width: 40em)')).toEqual([600, 320, 700, '40em']);
  });

  it('windows change at four widths at most, those of widths.ts', () => {
    const named: unknown[] = Object.values(widths);
    expect(named.length).toBeLessThanOrEqual(4);
    const others = [...filesOf(/\.css$/), ...scripts].flatMap((file) => widthsIn(text(file)).filter((width) => !named.includes(width)).map((width) => `${file}: ${width}`)); // biome-ignore format: one line a file
    expect(others).toEqual([]);
  });

  it('what a style names is there: the back office knows the tokens of the framework, the site its own as well', () => {
    const office = tokensOf(tokenFiles.office);
    const own = new Set(tokensOf(tokenFiles.site).filter((name) => !office.includes(name)));
    const set = new Set([...styles, ...scripts].flatMap((file) => [...text(file).matchAll(/(?<!var\()--([a-z][\w-]*)/g)].map(([, name = '']) => name)));
    const unknown = [...styles, ...scripts].flatMap((file) =>
      [...text(file).matchAll(/var\(--([\w-]+)\)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !office.includes(name) && !set.has(name) && !(own.has(name) && isPublic(file)))
        .map((name) => `${file}: --${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('a public page is styled by its style files alone; the back office names no class of theirs', () => {
    const mixed = scripts.filter((file) => isPublic(file) && /\bsx=|@mui|@emotion/.test(text(file)));
    expect(mixed).toEqual([]);
    expect(styles.filter((file) => isPublic(file) && /\.Mui/.test(text(file)))).toEqual([]);
  });

  it('a group of boxes is styled without the outline of the boxes in it', () => {
    const wrong = (css: string) => outlines(css, 'a.css').length;
    for (const line of ['.a fieldset', '.a > .b fieldset fieldset']) expect(wrong(`${line} { border: 0 }`), line).toBe(1);
    for (const line of ['.a > fieldset', '.a fieldset.b', '.a fieldset:where(:not([aria-hidden]))', ':where(fieldset)', '.a fieldset > p'])
      expect(wrong(`${line} { border: 0 }`), line).toBe(0);
    expect(styles.filter((file) => !isPublic(file)).flatMap((file) => outlines(text(file), file))).toEqual([]);
  });
});
