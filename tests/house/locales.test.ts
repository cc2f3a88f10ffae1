/** house: what users read is written by one set of marks in both languages (docs/words.md, "Words that users read"). */
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
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
/** Words that are not Taiwan's, and former ones, with what is written instead (docs/words.md). */
const retiredTw: [RegExp, string][] = [
  [/視頻|錄像/, '影片'],
  [/信息(?!量)|短信/, '訊息、簡訊'],
  [/數據/, '資料、數值'],
  [/默認|缺省/, '預設'],
  [/用戶(?!端)/, '使用者'],
  [/登錄|注銷/, '登入、登出'],
  [/賬/, '帳'],
  [/網絡|互聯網/, '網路、網際網路'],
  [/軟件|硬件|程序(?!員)/, '軟體、硬體、程式'],
  [/服務器/, '伺服器'],
  [/打印|屏幕|鼠標|菜單|界面|對話框/, '列印、螢幕、滑鼠、選單、介面、對話方塊'],
  [/文件夾|文檔|郵箱|二維碼|剪貼板/, '資料夾、文件、信箱、QR 碼、剪貼簿'],
  [/鏈接|字段|字符|字節|緩存|隊列|線程|變量|函數|數組|異步/, '連結、欄位、字元、位元組、快取、佇列、執行緒、變數、函式、陣列、非同步'],
  [/兼容|質量|激活|加載|反饋|粘貼|導入|導出|適配|運行|實時|在線(?!上)|智能/, '相容、品質、啟用、載入、意見、貼上、匯入、匯出、適用、執行、即時、線上、智慧'],
  [/已審核/, '審核通過'],
  [/更改/, '修改，或變更'],
  [/更新時間|更新者/, '修改時間、修改者'],
  [/劇情簡介|提案書|片花|片頭簡介/, '影片簡介、企劃書、預告片'],
  [/洽談|申請人|參照|留白|代碼表|採用.{0,4}方案/, '會談、報名者、關聯、留空、選項清單、套用方案'],
];
/** What a change is 變更 of: sign-in data, tables of the database, timetables; what a person edits of a record is 修改. */
const isAltered = /密碼|電子郵件|信箱|資料表|時間表|行程|日程|桌次|時段|配對板|方案|password|address|plan|^(?:release|pairing)/;
const retiredEn: [RegExp, string][] = [
  [/\b(?:Chinese|English) (?:title|name|heading|text|logline|synopsis|biography|description|wording|question|subject)s?\b/, 'Title in Chinese'],
  [/\b(?:it|they)(?: (?:is|are))? \w+(?: \w+){0,2} by (?:itself|themselves)\b|saved by itself/, 'automatically'],
  [/\b[Ee]mails?\b(?! \{)/, 'e-mail, mail'],
  [/\b(?:programme|enrollment|organization|color)s?\b/, 'program, enrolment, organisation, colour'],
];

/** Files whose texts name parts of schema files and of the API, so that code is what they speak of. */
const ofCode = /^(?:openapi|lint|workbench)/;

const wrong = (texts: Text[], pattern: RegExp): string[] => texts.filter(({ text }) => pattern.test(text)).map(({ at, text }) => `${at}: ${text}`);
/** The texts with a mark in the place of each value. */
const bare = (texts: Text[]): Text[] => texts.map(({ at, text }) => ({ at, text: text.replace(placeholders, '¤') }));

describe('Chinese texts', () => {
  it('have full-width punctuation between Chinese characters and beside them', () => {
    expect(wrong(tw, new RegExp(`${han}[,:;!?()]|[,:;!?(]${han}|\\)${han}`, 'u'))).toEqual([]);
  });

  it('say 修改 of a record that is edited, and 變更 of sign-in data, tables and timetables alone', () => {
    expect(tw.filter(({ at, text }) => text.includes('變更') && !isAltered.test(`${at} ${text}`))).toEqual([]);
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

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const named = (value: unknown): string => (isNode(value) ? String(value.name) : '');
/** What a string stands in to be put between two values. */
const between = /^(?:join|(?:Logical|Conditional)Expression|BinaryExpression\+)/;

/** Marks between two values that are the code's own: in a template, in JSX, as what joins a list or is put between by a condition or a `+`. Errors and the log are English. */
function marksOfCode(name: string, code: string): string[] {
  const found: string[] = [];
  const walk = (node: unknown, from: string): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, from);
    if (!isNode(node)) return;
    const { type, value, callee, operator = '' } = node;
    const called = isNode(callee) ? callee : undefined;
    if ((type === 'NewExpression' && named(called).endsWith('Error')) || /^(?:log|console)$/.test(named(called?.object))) return;
    const text = type === 'TemplateElement' ? (value as { cooked: string }).cooked : type === 'JSXText' || between.test(from) ? value : ''; // as the parser has it
    if (typeof text === 'string' && (type === 'JSXText' ? /^\s*[,;:、，；：]\s*$/ : /^(?:[,;:] |[、，；：])$/).test(text)) {
      const line = code.slice(0, node.start).split('\n').length;
      found.push(`${name}:${line}: ${code.split('\n')[line - 1]?.trim()}`);
    }
    for (const inner of Object.values(node)) walk(inner, named(called?.property) === 'join' ? 'join' : `${type}${operator}`);
  };
  walk(parseSync(name, code).program.body, '');
  return found;
}

/** What people do not read as a sentence: files, and why a mark is the code's there. */
const ofMachines: [RegExp, string][] = [
  [/^backend\/(?:cli|demo|framework\/data)\//, 'a terminal, samples, SQL and what a plan says of it'],
  [/admin\/schemas\/document\/|ui\/code\/editor|workbench\/restore-part/, 'JSON and expressions as they are typed'],
  [/forum\/(?:Days\.tsx|day-draft)|list\/cells|values\/csv/, 'a box, the clipboard and a sheet, which are read back'],
  [
    /list\/TableRow|html\/scoped-css|api\/openapi|pages\/pages|pages\/pictures|actions\/read-works|export\/workbook-parts/,
    'CSS, headers, sets of pictures, a drawing of a workbook',
  ],
  [/rules\/records\/(?:options|record)\.|expressions\/functions/, 'editions of an option, titles and formulas, which are stored in no language'],
  [/words\/finding-words|forms\/ExpressionLine/, 'what the linter says, whose marks are in lint.json'],
  [/rules\/(?:records\/)?invariants|automations\/do-step|objects\/registry/, 'names of fields, values as JSON and addresses'],
];

describe('code has no mark of its own between two values', () => {
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: lines of code
  it.each([
    ['a template', 'const x = `${label}: ${value}`;'],
    ['a template in Chinese', 'const x = `${label}：${value}`;'],
    ['JSX', 'const x = <p>{label}: {value}</p>;'],
    ['JSX in Chinese', 'const x = <p>\n  {label}：\n  {value}\n</p>;'],
    ['a join', "const x = names.map(String).join(', ');"],
    ['what is put between', "const x = at > 0 && '、';"],
    ['a sum', "const x = label + ': ' + value;"],
  ])('%s is found', (_what, code) => expect(marksOfCode('x.tsx', code)).toHaveLength(1));

  it.each([
    ['a key', 'const x = `${side}:${id}`;'],
    ['an address', 'const x = `https://${host}:${port}`;'],
    ['a type', 'function x({ a }: { a: string }): string { return a; }'],
    ['classes', "const x = names.join(' ');"],
    ['a query', "const x = ids.join(',');"],
    ['an error', "throw new ConfigError(`${name}: ${names.join(', ')}`);"],
    ['a line of the log', 'log.warn(`${name}: ${reason}`);'],
    ['a text of the language', 'const x = labelled(label, names.join(language[lang].list), lang);'],
  ])('%s is not', (_what, code) => expect(marksOfCode('x.tsx', code)).toEqual([]));
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: lines of code

  it('nor is there one in the tree, but where machines read it', () => {
    const files = ['frontend', 'backend'].flatMap((wing) => readdirSync(wing, { recursive: true, encoding: 'utf8' }).map((name) => `${wing}/${name}`));
    const found = files.filter((name) => /\.tsx?$/.test(name)).flatMap((name) => marksOfCode(name, readFileSync(name, 'utf8')));
    expect(found.filter((line) => !ofMachines.some(([file]) => file.test(line)))).toEqual([]);
    expect(ofMachines.filter(([file]) => !found.some((line) => file.test(line)))).toEqual([]);
  });
});

/** What a title asks before an act ends so; a link that names a trouble (忘記密碼？) asks nothing. */
const asked = /嗎|什麼|誰|哪|何|多少|幾|是否|呢|忘記/;

it('Chinese texts ask with a word that asks', () => {
  expect(wrong(tw, new RegExp(`^(?!.*(?:${asked.source})).*？$`, 'u'))).toEqual([]);
});

it('texts have the words of docs/words.md, and Taiwan’s', () => {
  const found = ([pattern, instead]: [RegExp, string], texts: Text[]) => wrong(texts, pattern).map((line) => `${line} → ${instead}`);
  expect(retiredTw.flatMap((one) => found(one, bare(tw)))).toEqual([]);
  const said = bare([...en.filter(({ at }) => !ofCode.test(at)), ...schemas]);
  expect(retiredEn.flatMap((one) => found(one, said))).toEqual([]);
});

it('what a campaign’s demands can name is called as the form calls it', () => {
  for (const texts of [tw, en]) {
    const said = new Map(texts.map(({ at, text }) => [at, text.toLowerCase()]));
    const label = (part: string, name: string) =>
      said.get(`parts.json ${part} fields ${name}`) ?? said.get(`enrolment.json fields ${name}`) ?? said.get(`parts.json ${name} name`);
    const named = texts.flatMap(({ at, text }) => {
      const [part = 'project', name = ''] = /^codes\.json form_field (?:(\w+)\/)?(\w+)$/.exec(at)?.slice(1) ?? [];
      return name
        ? [
            {
              text: text.toLowerCase().split(/[：:] ?/),
              wanted: part === 'project' ? [label(part, name)] : [said.get(`parts.json ${part} name`), label(part, name)],
            },
          ]
        : [];
    });
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(({ text }) => text)).toEqual(named.map(({ wanted }) => wanted));
  }
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
