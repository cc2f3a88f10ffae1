/** house: what users read is written by one set of marks in both languages (docs/words.md, "Words that users read"). */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fill } from '#rules/words/fill.ts';

type Tree = { [key: string]: Tree | string };

/** A text, with the file and the key that it stands at. */
interface Text {
  at: string;
  text: string;
}

const leaves = (tree: Tree, at: string): Text[] =>
  Object.entries(tree).flatMap(([key, inner]) => (typeof inner === 'string' ? [{ at: `${at} ${key}`, text: inner }] : leaves(inner, `${at} ${key}`)));
const readTree = (path: string): Tree => JSON.parse(readFileSync(path, 'utf8')) as Tree; // files of texts, whose shape is proven by tests of their own
const files = readdirSync('locales/tw').filter((name) => name !== 'language.json');
const textsOf = (lang: string): Text[] => files.flatMap((name) => leaves(readTree(`locales/${lang}/${name}`), name));
const [tw, en] = [textsOf('tw'), textsOf('en')];
/** Titles and descriptions of the schemas, which are English. */
const schemas = readdirSync('schemas', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => leaves(readTree(`schemas/${name}`), name).filter(({ at }) => / (?:title|description|confirm)$/.test(at)));

const han = '[\\u3400-\\u9fff]';
const placeholders = /%?\{\w+\}/g;
/** Files whose texts name parts of schema files and of the API, so that code is what they speak of. */
const ofCode = /^(?:openapi|lint|workbench)/;

const wrong = (texts: Text[], pattern: RegExp): string[] => texts.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${at}: ${text}`);
/** The texts with a mark in the place of each value. */
const bare = (texts: Text[]): Text[] => texts.map(({ at, text }) => ({ at, text: text.replace(placeholders, '¤') }));

describe('Chinese texts', () => {
  it('have full-width punctuation between Chinese characters and beside them', () => {
    expect(wrong(tw, new RegExp(`${han}[,:;!?()]|[,:;!?(]${han}|\\)${han}`, 'u'))).toEqual([]);
  });

  it('have a space between a Chinese character and a Latin letter or digit, and none at a value, where filling in puts it', () => {
    expect(wrong(tw, new RegExp(`${han}[A-Za-z0-9]|[A-Za-z0-9]${han}`, 'u'))).toEqual([]);
    expect(wrong(bare(tw), new RegExp(`${han} ¤|¤ ${han}`, 'u'))).toEqual([]);
    expect([fill('沒有{name}', { name: 'Color sets' }), fill('沒有{name}', { name: '影片' }), fill('第{n}位', { n: 3 })]).toEqual([
      '沒有 Color sets',
      '沒有影片',
      '第 3 位',
    ]);
  });
});

describe('texts of both languages', () => {
  it('have no two spaces, and an ellipsis of one sign that stands at its word', () => {
    const prose = [...tw, ...en, ...schemas].filter(({ at }) => !/-mails\.json .* body/.test(at)); // lines of a mail may be set below one another
    expect(wrong(prose, /\S {2,}\S/)).toEqual([]);
    expect(wrong(prose, /……|\.\.\.|[^[{(,] …(?=$|[,.;:)|])/)).toEqual([]);
  });

  it('name nothing by a key or an identifier', () => {
    const said = bare([...tw, ...en].filter(({ at }) => !ofCode.test(at)));
    expect(wrong([...said, ...schemas.filter(({ at }) => / title$/.test(at))], /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+[A-Z][A-Za-z]*\b/)).toEqual([]);
  });

  it('end as a sentence in both or in neither', () => {
    const english = new Map(en.map(({ at, text }) => [at, text.split('||||').at(-1)?.trim() ?? '']));
    const found = tw.filter(({ at, text }) => english.has(at) && /[。！？]」?$/.test(text) !== /[.!?]["”’)]?$/.test(english.get(at) ?? text));
    expect(found.map(({ at, text }) => `${at}: ${text} | ${english.get(at)}`).filter((line) => !/\b(?:No|Altern|dev|e\.g)\.$/.test(line))).toEqual([]);
  });
});

describe('English texts', () => {
  const prose = en.filter(({ at }) => !ofCode.test(at));
  it('have typographic quotation marks and apostrophes', () => {
    expect(
      wrong(
        en.filter(({ at }) => !at.startsWith('lint')),
        /[a-z]'[a-z]|s' |'%?\{\w+\}'|‘[^’]*’/,
      ),
    ).toEqual([]);
    expect(wrong(prose, /"%?\{\w+\}"/)).toEqual([]);
  });

  it('have a form for one where they count', () => {
    const counted = /^(?!.*\|\|\|\|).*\{(?:smart_count|count)\} (?:more |other )?[a-z]+s\b/;
    expect(wrong(prose, counted)).toEqual([]);
  });
});
