/** The pitch forum's invented rows: campaigns around a day, applicants, enrolments, jurors, decision makers. */

import type { Row } from '#codegen/model.ts';
import type { Recipe } from '#framework/samples/generate-rows.ts';
import { stampOf } from '#framework/time.ts';
import { type Random, seededRandom } from '#rules/values/random.ts';
import { companyWords, familyNames, givenNames, synopsisLines } from '../words.ts';
import { type FilmTitle, filmTitle, person, sentence } from './names.ts';

const day = 86_400_000;
const date = (at: number): string => stampOf(at).slice(0, 10);

export interface DemoCampaign {
  row: Row & { id: string };
  /** ms of the enrolment window */
  opens: number;
  closes: number;
}

/** One campaign that has ended, one that ends within the last 72 hours' countdown, one to come. */
export function campaignsAround(now: number): DemoCampaign[] {
  // Windows end at midnight in Taipei, as such windows do.
  const midnight = Math.floor(now / day) * day + day - 8 * 3_600_000 - 1000;
  const plans = [
    { edition: 14, opens: midnight - 400 * day, closes: midnight - 345 * day, forum: midnight - 290 * day, tables: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] },
    { edition: 15, opens: midnight - 40 * day, closes: midnight + 2 * day, forum: midnight + 75 * day, tables: six },
    { edition: 16, opens: midnight + 320 * day, closes: midnight + 375 * day, forum: midnight + 430 * day, tables: six },
  ];
  return plans.map(({ edition, opens, closes, forum, tables }) => ({ row: campaign(edition, opens, closes, forum, tables), opens, closes }));
}

const six = ['A', 'B', 'C', 'D', 'E', 'F'];

/** What its jury rates by, with words for each step. */
const selectionCriteria: Row[] = [
  [
    'subject',
    '題材與觀點',
    'Subject and point of view',
    3,
    '這個故事為什麼現在要由他們來說',
    'Why this story, now, by them',
    '模糊|可見|清楚|有力|非說不可',
    'vague|visible|clear|strong|has to be told',
  ],
  [
    'access',
    '與人物的關係',
    'Closeness to the people',
    2,
    '信任、時間與拍攝的可能',
    'Trust, time and access',
    '尚未建立|初步|足夠|深入|獨一無二',
    'none yet|a beginning|enough|deep|nobody else has it',
  ],
  [
    'form',
    '影像與形式',
    'Images and form',
    2,
    '由預告片與素材判斷',
    'Judged by the trailer and the material',
    '看不出來|普通|合適|有想法|令人難忘',
    'not to be seen|plain|fitting|inventive|unforgettable',
  ],
  [
    'plan',
    '可行性',
    'Feasibility',
    1,
    '團隊、期程與預算',
    'Team, schedule and budget',
    '難以完成|有疑慮|可行|穩當|準備就緒',
    'unlikely|doubtful|possible|sound|ready to go',
  ],
].map(([key, cna, ename, weight, hint, ehint, tw, en]) => ({
  key: String(key),
  cna: String(cna),
  ename: String(ename),
  weight: Number(weight),
  hint: String(hint),
  ehint: String(ehint),
  steps: String(tw)
    .split('|')
    .map((word, index) => ({ cna: word, ename: String(en).split('|')[index] ?? '' })),
}));

/** The one beside them whose jury selects now: enrolment ended two weeks ago, the selection has some days to go. */
export function selectionCampaign(now: number): DemoCampaign {
  const midnight = Math.floor(now / day) * day + day - 8 * 3_600_000 - 1000;
  const [opens, closes] = [midnight - 60 * day, midnight - 14 * day];
  const html = (tw: string, en: string): Row => ({ tw, en });
  const row = {
    ...campaign(15, opens, closes, midnight + 45 * day),
    id: 'newtalent15',
    ...{ brandColor: '#d7f25c', brandSecond: '#2f2a86', brandType: 'clear' },
    cna: '第 15 屆紀錄片提案大會：新秀單元',
    enaName: 'Documentary Pitch Forum 15: New Talent',
    sStart: stampOf(midnight - 6 * day),
    sEnd: stampOf(midnight + 9 * day),
    criteria: selectionCriteria,
    sOnboarding: html(
      '<p>歡迎您擔任新秀單元的評審。</p><p>這裡有全部通過審核的提案。您可以隨時中斷，換到另一台裝置繼續；給分與評語會自動儲存，其他評審看不到。</p>',
      '<p>Welcome to the jury of New Talent.</p><p>Here is every verified pitch. Stop whenever you like and go on with another device; ratings and comments are saved as you write, and no other juror sees them.</p>',
    ),
    sGuideline: html(
      '<h3>怎麼選</h3><ul><li>正選最多十件，備選不限。</li><li>以題材、觀點、與人物的關係、可行性為準，不以製作規模為準。</li><li>5 分表示非常希望它入選，1 分表示這次不適合。</li><li>認識製作團隊或曾參與製作，請聲明利益迴避。</li></ul>',
      '<h3>How to choose</h3><ul><li>At most ten primary choices; alternatives as many as you like.</li><li>Judge by subject, point of view, closeness to the people and feasibility, not by size.</li><li>5 means it must be there, 1 means not this time.</li><li>If you know the team or have worked on it, declare a conflict of interest.</li></ul>',
    ),
  };
  return { row, opens, closes };
}

function campaign(edition: number, opens: number, closes: number, forum: number, rooms: string[] = six): Row & { id: string } {
  const both = (tw: string, en: string): Row => ({ tw: `<p>${tw}</p>`, en: `<p>${en}</p>` });
  const mail = (tw: [string, string], en: [string, string]): Row => ({
    subjectTw: `【紀錄片提案大會】${tw[0]}`,
    bodyTw: `${tw[1]}\n\n紀錄片提案大會 敬上`,
    subjectEn: `[Documentary Pitch Forum] ${en[0]}`,
    bodyEn: `${en[1]}\n\nDocumentary Pitch Forum`,
  });
  return {
    id: `ccdf${edition}`,
    cna: `第 ${edition} 屆紀錄片提案大會`,
    enaName: `Documentary Pitch Forum ${edition}`,
    edition,
    ...looks[edition],
    maxSel: 10,
    keepMonths: 24,
    cStart: stampOf(opens),
    cEnd: stampOf(closes),
    sStart: stampOf(closes + 3 * day),
    sEnd: stampOf(closes + 24 * day),
    ppurl: 'https://www.example.com/proposal-template.docx',
    cBefore: both('報名尚未開始，敬請期待。', 'Enrolment has not started yet.'),
    cAfter: both('報名已截止，謝謝您的參與。', 'Enrolment has ended. Thank you.'),
    sBefore: both('評選尚未開始。', 'Selection has not started yet.'),
    sAfter: both('評選已結束，感謝各位評審。', 'Selection has ended. Thank you.'),
    sOnboarding: both('歡迎您擔任本屆評審。', 'Welcome to the jury.'),
    sGuideline: both('請以題材、觀點與可行性為準，選出最多十件。', 'Choose at most ten, by subject, point of view and feasibility.'),
    mailVerify: mail(
      ['您的驗證碼', '您好：\n\n您的驗證碼是 {code}，請在 {minutes} 分鐘內輸入：{url}'],
      ['Your verification code', 'Dear filmmaker,\n\nYour verification code is {code}. Please enter it within {minutes} minutes: {url}'],
    ),
    mailSubmit: mail(
      ['已收到《{title}》', '{name} 您好：\n\n已收到您的作品《{title}》（{programs}）。\n收據編號：{receipt}\n送出時間：{time}，{timeUtc}\n\n查看報名：{url}'],
      [
        'We have received “{title}”',
        'Dear {name},\n\nWe have received your film “{title}” ({programs}).\nReceipt: {receipt}\nSubmitted: {time}, {timeUtc}\n\nYour enrolment: {url}',
      ],
    ),
    mailReset: mail(
      ['重設密碼', '{name} 您好：\n\n重設密碼的驗證碼是 {code}，請在 {minutes} 分鐘內輸入：{url}'],
      ['Reset your password', 'Dear {name},\n\nYour code to reset the password is {code}. Please enter it within {minutes} minutes: {url}'],
    ),
    mailInterview: mail(
      ['《{title}》面談通知', '{name} 您好：\n\n您的作品《{title}》（{number}）進入面談。\n時間：{when}\n地點：{place}\n\n報名內容：{url}'],
      [
        'Interview about “{title}”',
        'Dear {name},\n\nYour film “{title}” ({number}) goes on to the interviews.\nWhen: {when}\nWhere: {place}\n\nYour enrolment: {url}',
      ],
    ),
    days: [0, 1].map((offset) => ({
      date: date(forum + offset * day),
      start: '10:00:00',
      end: '17:00:00',
      slot: 20,
      gap: 5,
      rooms,
    })),
  };
}

/** Each edition has a look of its own; the present one that of the product. */
const looks: Record<number, Row> = {
  14: { brandColor: '#e8b04a', brandSecond: '#5a1e2c', brandType: 'serif' },
  15: { brandColor: '#ff5a36', brandSecond: '#f2e9dc', brandType: 'strong' },
  16: { brandColor: '#7fd1c1', brandSecond: '#173f3b', brandType: 'clear' },
};

const homes = [
  ['TW', '台北'],
  ['TW', '台北'],
  ['TW', '高雄'],
  ['TW', '台南'],
  ['TW', '花蓮'],
  ['HK', 'Hong Kong'],
  ['MY', 'Kuala Lumpur'],
  ['SG', 'Singapore'],
  ['JP', 'Tokyo'],
] as const;

export function applicantRecipe(): Recipe {
  let home: readonly [string, string] = homes[0];
  return {
    email: (random, index) => `${random.pick(givenNames)[1].toLowerCase()}.${random.pick(familyNames)[1].toLowerCase()}${index}@example.com`,
    verified: (random) => random.chance(0.9),
    pw: () => undefined,
    name: (random) => person(random)[0],
    phone: () => undefined,
    rcountry: (random) => {
      home = random.pick(homes);
      return home[0];
    },
    rcity: () => home[1],
    line: (_random, index) => `line_${index}`,
    wechat: () => undefined,
    lang: () => (home[0] === 'TW' || home[0] === 'HK' ? 'tw' : 'en'),
    enabled: () => true,
    comment: () => undefined,
  };
}

/** Countries of co-producers. */
const partners = ['JP', 'KR', 'FR', 'DE', 'NL', 'CA', 'HK', 'MY', 'SG'];

const genres = ['[AR]', '[CU]', '[BI]', '[CA]', '[EN]', '[ET]', '[FA]', '[GE]', '[HI]', '[HR]', '[MU]', '[NA]', '[PO]', '[SO]'];

/** What enrolment and pitch share. `lengths` are the codes of the campaign's edition. */
function projectRecipe(lengths: readonly string[]): Recipe {
  let title: FilmTitle = filmTitle(seededRandom(1));
  let line = 0;
  const people = (random: Random): Row => {
    const [cname, ename] = person(random);
    return { cname, ename, bio: '', phone: 'TW,+886' };
  };
  return {
    cname: (random) => {
      title = filmTitle(random);
      return title.tw;
    },
    ename: () => title.en,
    pname: () => undefined,
    logline: (random) => {
      line = random.int(0, synopsisLines.length - 1);
      // for an audience of both languages
      return `${sentence(title, line, 0)}\n${sentence(title, line, 1)}`;
    },
    synopsis: () => `${sentence(title, line, 0)}${sentence(title, line + 2, 0)}\n\n${sentence(title, line, 1)} ${sentence(title, line + 2, 1)}`,
    genre: (random) => random.sample(genres, random.int(1, 2)),
    len: (random) => random.pick(lengths),
    stage: (random) => random.int(0, 4),
    pLocation: (random) => random.pick(homes)[0],
    coCountries: (random, _index, { pLocation }) => (random.chance(0.6) ? [] : random.sample(partners, random.int(1, 2)).filter((code) => code !== pLocation)),
    sLocation: () => title.place[0],
    trailer: (_random, index) => `https://video.example.com/pitch/${index}`,
    roughCut: (_random, index) => `https://video.example.com/rough-cut/${index}`,
    ccifg: (random) => (random.chance(0.1) ? ['C'] : []),
    ccifgName: (_random, _index, row) => ((row.ccifg as string[]).length ? String(row.cname) : undefined), // made just above
    director: (random) => {
      const { phone: _none, ...director } = people(random);
      return { ...director, newDirector: random.chance(0.4), coDirectors: [] };
    },
    producer: (random) => ({ ...people(random), company: `${random.pick(companyWords)[0]}影像`, email: '' }),
    comment: () => undefined,
  };
}

export function enrolmentRecipe(cid: string, lengths: readonly string[], applicants: readonly string[]): Recipe {
  return {
    ...projectRecipe(lengths),
    cid: () => cid,
    applicant: (random) => random.pick(applicants),
    rights: () => true,
    agree: () => true,
    // What staff grant one person is nobody's in the demo.
    extendedUntil: () => undefined,
    extendedWhy: () => undefined,
    decision: () => undefined,
    attProgram: (random) => (random.chance(0.2) ? ['C', 'I'] : [random.chance(0.65) ? 'C' : 'I']),
  };
}

const organisations: readonly (readonly [name: string, country: string])[] = [
  ['Nordlys Television', 'NO'],
  ['Rive Gauche Films', 'FR'],
  ['Hanami Public Broadcasting', 'JP'],
  ['Han River Documentary Fund', 'KR'],
  ['Polder Film Fund', 'NL'],
  ['Straits Stream', 'SG'],
  ['Prairie Docs', 'US'],
  ['Isle Public Television', 'TW'],
  ['Elbe Festival', 'DE'],
  ['Southern Cross On Demand', 'AU'],
];

const bios: readonly (readonly [tw: string, en: string])[] = [
  [
    '二十年來為公共電視選購與監製紀錄片，也在影展擔任策展人。',
    'Has commissioned documentaries for public television for twenty years, and programmes for festivals.',
  ],
  [
    '獨立製片人，作品多為跨國合製；每年陪伴五位新導演完成首部長片。',
    'An independent producer of international co-productions who sees five first features through each year.',
  ],
  ['影評人與教師，寫作與授課都以亞洲紀錄片為主。', 'A critic and teacher whose subject is Asian documentary.'],
];

export function juryRecipe(cid: string): Recipe {
  return {
    ...guestRecipe(cid),
    position: (random) => random.pick(['Producer', 'Programmer', '影評人', '導演']),
    programs: () => ['C', 'I'],
    chair: (_random, index) => index === 1,
    bio: (_random, index) => bios[index % bios.length]![0],
    bioEn: (_random, index) => bios[index % bios.length]![1],
    group: (_random, index) => 'AB'[index % 2],
    onSite: () => true,
  };
}

type Hours = readonly [from: string, until: string] | undefined;
const allDay: Hours = ['02:00', '09:00'];
/** How long a guest is there on each forum day, UTC: most for all of it, some fly in late or on early, a few have two hours. */
const stays: readonly (readonly [Hours, Hours])[] = [
  [allDay, allDay],
  [allDay, allDay],
  [allDay, ['02:00', '05:00']],
  [allDay, allDay],
  [['05:00', '09:00'], allDay],
  [allDay, allDay],
  [allDay, undefined],
  [allDay, allDay],
  [undefined, ['02:00', '04:30']],
  [
    ['02:00', '06:00'],
    ['05:00', '09:00'],
  ],
  [allDay, allDay],
  [['02:00', '05:00'], undefined],
];

/** `wishes` are the pitches; the first ones of the list are wanted by many. */
export function decisionMakerRecipe(cid: string, wishes: readonly string[], days: readonly { date: string }[]): Recipe {
  return {
    ...guestRecipe(cid),
    position: (random) => random.pick(['Commissioning editor', 'Head of documentary', 'Buyer', 'Fund manager']),
    company: () => undefined,
    interest: () => 'Feature documentaries from Asia with a strong author’s voice.',
    available: (_random, index) => {
      const stay = stays[index % stays.length]!;
      return days.flatMap(({ date: on }, number) => {
        const hours = stay[number];
        return hours ? [{ start: `${on} ${hours[0]}:00`, end: `${on} ${hours[1]}:00` }] : [];
      });
    },
    unavailable: (random) => (random.chance(0.3) && days[0] ? [{ start: `${days[0].date} 04:00:00`, end: `${days[0].date} 05:00:00` }] : []),
    priority: (random) => {
      const chosen = new Set<string>();
      const count = Math.min(random.int(4, 9), wishes.length);
      while (chosen.size < count) chosen.add(wishes[Math.floor(random.next() ** 2 * wishes.length)]!);
      return [...chosen];
    },
  };
}

function guestRecipe(cid: string): Recipe {
  let name: readonly [string, string] = ['', ''];
  let org = organisations[0]!;
  return {
    cid: () => cid,
    name: (random) => {
      name = person(random);
      org = random.pick(organisations);
      return name[0];
    },
    ename: () => name[1],
    email: (_random, index) => `guest${index}.${cid}@example.com`,
    pw: () => undefined,
    org: () => org[0],
    country: () => org[1],
    lang: () => (org[1] === 'TW' ? 'tw' : 'en'),
    bio: () => undefined,
    enabled: () => true,
    comment: () => undefined,
  };
}
