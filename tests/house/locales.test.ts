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

it('code joins what it lists by the language’s own mark', () => {
  const code = ['frontend', 'backend', 'codegen'].flatMap((wing) => readdirSync(wing, { recursive: true, encoding: 'utf8' }).map((name) => `${wing}/${name}`));
  const joining = code.filter((name) => /\.tsx?$/.test(name) && /join\(['"`][、，；：]|&& ['"`][、，；：]['"`]/.test(readFileSync(name, 'utf8')));
  expect(joining).toEqual([]);
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
