/** The demo's pages of the campaign site: what a visitor learns of an invented forum before entering a film, in both languages. */
import type { Row } from '#codegen/model.ts';
import { createRecord } from '#framework/records/create-record.ts';
import type { RecordTools } from '#framework/records/record-tools.ts';
import { runAction } from '#framework/records/run-action.ts';
import { updateRecord } from '#framework/records/update-record.ts';
import { dateAt, stampOf, utcDay } from '#framework/time.ts';
import type { Actor } from '#rules/accounts/actor.ts';

type Two = readonly [tw: string, en: string];
interface DemoPage {
  kind: string;
  slug?: string;
  title: Two;
  lead: Two;
  body?: Two;
  items?: readonly { title: Two; text: Two; link?: string }[];
  inMenu?: boolean;
  /** days before today, of news */
  ago?: number;
}

const pages: readonly DemoPage[] = [
  {
    kind: 'about',
    title: ['關於提案大會', 'About the forum'],
    lead: [
      '兩天、二十多件製作中的紀錄片，面對願意投資、播映與發行的決策者。',
      'Two days, some twenty documentaries in the making, and the people who fund, broadcast and distribute them.',
    ],
    body: [
      '<p>提案大會為正在開發與製作中的紀錄片而設。入選的團隊在台上以七分鐘說故事、放預告片，再以七分鐘回答提問；隔天起是一對一會談，每一場二十分鐘，由雙方事先排定志願。</p><h2>我們相信什麼</h2><p>好的紀錄片需要時間，也需要早一點遇見對的人。我們不收報名費，不要求首映，權利始終屬於創作者。</p><h2>由誰主辦</h2><p>本站為示範網站，主辦單位、片名與人名皆為虛構。</p>',
      '<p>The forum is for documentaries in development and production. Each selected team has seven minutes on stage to tell its story and show a trailer, and seven for questions. From the next day on there are one-on-one meetings of twenty minutes, arranged beforehand by the wishes of both sides.</p><h2>What we believe</h2><p>A good documentary needs time, and needs to meet the right people early. There is no entry fee, no premiere is asked for, and all rights stay with the makers.</p><h2>Who runs it</h2><p>This is a demonstration: organisers, titles and people are invented.</p>',
    ],
    inMenu: true,
  },
  {
    kind: 'programmes',
    title: ['兩個單元：CCDF 與 IFG', 'Two programs: CCDF and IFG'],
    lead: [
      'CCDF 給華語紀錄片的提案，IFG 給尋找國際合作的製作；一件作品可以同時報名。',
      'CCDF is for pitches of Chinese-language documentaries, IFG for productions that look for partners abroad; one film may enter both.',
    ],
    items: [
      {
        title: ['CCDF 華語紀錄片提案', 'CCDF: Chinese documentary pitches'],
        text: [
          '以華語社會為題材，或由華人導演執導，處於開發或製作階段。公開提案七分鐘，問答七分鐘。',
          'About Chinese-speaking societies, or by directors from them, in development or production. Seven minutes on stage, seven for questions.',
        ],
      },
      {
        title: ['IFG 國際合製', 'IFG: international co-production'],
        text: [
          '已有部分資金或夥伴，正在尋找境外的合製、預售或發行。須附預告片或粗剪。',
          'With part of the funding or a partner in place, looking for co-production, presales or distribution abroad. A trailer or rough cut is required.',
        ],
      },
    ],
    inMenu: true,
  },
  {
    kind: 'eligibility',
    title: ['誰可以報名', 'Who may enter'],
    lead: ['導演或製片人本人，片長與國籍不限，尚未公開播映。', 'The director or producer in person; any length and country; not yet shown in public.'],
    body: [
      '<ul><li>作品正在開發、拍攝或後製，尚未公開放映或播出。</li><li>報名者是導演或製片人，或得到他們的書面委託。</li><li>預告片三到五分鐘；劇照至多三張，企劃書一份。</li><li>片名要有中文與英文，其餘用中文或英文填寫都可以。報名頁列出報名表的每一項。</li></ul>',
      '<ul><li>The film is in development, production or post-production and has not been shown or broadcast.</li><li>You are its director or producer, or act for them in writing.</li><li>A trailer of three to five minutes, up to three stills, and a proposal.</li><li>The title in Chinese and in English, the rest in either. The page of enrolment lists all that the form asks.</li></ul>',
    ],
  },
  {
    kind: 'calendar',
    title: ['重要時程', 'Key dates'],
    lead: ['從報名到大會，每一個日子都在這裡；時間以台北為準。', 'Every date from enrolment to the forum, in Taipei time.'],
    inMenu: true,
  },
  {
    kind: 'awards',
    title: ['入選之後', 'What selection gives'],
    lead: ['公開提案、一對一會談，與三個獎項。', 'A place on stage, one-on-one meetings, and three awards.'],
    items: [
      {
        title: ['公開提案', 'A place on stage'],
        text: ['每一件入選作品都有提案工作坊與一次上台的機會。', 'Every selected film has a pitching workshop and its time on stage.'],
      },
      {
        title: ['一對一會談', 'One-on-one meetings'],
        text: [
          '與電視台、串流平台、基金會與發行商的決策者面談，平均每隊六場。',
          'Meetings with decision makers of broadcasters, platforms, funds and distributors; six per team on average.',
        ],
      },
      { title: ['最佳提案獎', 'Best pitch'], text: ['新臺幣三十萬元，用於製作。', 'NT$ 300,000 towards the production.'] },
      {
        title: ['新導演獎', 'New director'],
        text: ['新臺幣十五萬元，給第一部或第二部長片的導演。', 'NT$ 150,000, for the director of a first or second feature.'],
      },
    ],
  },
  {
    kind: 'jury',
    title: ['評審如何選件', 'How the jury selects'],
    lead: ['每件報名至少由三位評審讀過，評審迴避與自己有關的作品。', 'At least three jurors read each enrolment; nobody judges a film they have a part in.'],
    body: [
      '<p>評審先各自閱讀，以一到五分評分並寫下理由；名單由評審會議決定，於大會前公布。未入選的團隊也會收到通知。</p>',
      '<p>Jurors first read on their own, rate each enrolment from one to five and give reasons; the list is decided in a meeting and announced before the forum. Teams that were not selected hear from us as well.</p>',
    ],
  },
  {
    kind: 'editions',
    title: ['歷屆入選', 'Earlier editions'],
    lead: ['曾在這個舞台提案的影片。', 'Films that were pitched on this stage.'],
  },
  {
    kind: 'faq',
    title: ['常見問題', 'Questions and answers'],
    lead: ['報名費、檔案、修改、截止，問得最多的都在這裡。', 'Fees, files, changes, deadlines: the most common questions.'],
    items: [
      { title: ['報名要費用嗎？', 'Is there a fee?'], text: ['不收任何費用。', 'No, none at all.'] },
      {
        title: ['送出之後可以修改嗎？', 'Can I change an enrolment after submitting it?'],
        text: [
          '送出後不能自行修改；若需更正，請與我們聯絡，工作人員可以退回給您修改，直到截止。',
          'Not by yourself. Write to us: until the deadline we can return it to you for changes.',
        ],
      },
      {
        title: ['網路斷了怎麼辦？', 'What if my connection breaks?'],
        text: [
          '寫下的每個字會先留在您的裝置上，連線恢復後自動送出；上傳的檔案會從中斷處接著傳。',
          'What you typed stays on your device and is sent once the connection is back; uploads resume where they stopped.',
        ],
      },
      {
        title: ['可以只用英文填寫嗎？', 'May I write in English only?'],
        text: [
          '可以。還沒有中文片名的話，兩欄都填英文片名，我們會協助翻譯。',
          'Yes. Where there is no Chinese title yet, write the English one in both boxes; we help to translate it.',
        ],
      },
      {
        title: ['這是我的第一部片，可以報名嗎？', 'It is my first film. May I enter?'],
        text: ['可以，另有新導演獎。', 'Yes, and there is an award for new directors.'],
      },
      {
        title: ['會選出幾件？沒入選會有意見嗎？', 'How many are chosen? Is there feedback?'],
        text: [
          '每屆約二十件。沒有入選的也會收到通知；評審的個別意見不對外提供，下一屆歡迎再次報名。',
          'Some twenty an edition. Everybody hears from us; what single jurors wrote stays with the jury. You are welcome to enter again next time.',
        ],
      },
      {
        title: ['來不及在截止前送出怎麼辦？', 'What if I cannot submit in time?'],
        text: [
          '截止前已開始的草稿另有一小段寬限時間，頁面會顯示；因系統故障無法送出者，請與我們聯絡，可以個別延長。',
          'A draft begun before the end has a short time of grace, which the page shows. If our system failed you, write to us: your own deadline can be extended.',
        ],
      },
      {
        title: ['什麼時候知道結果？', 'When do we hear?'],
        text: ['評選結束後兩週內以電子郵件通知。', 'By e-mail, within two weeks of the end of the selection.'],
      },
    ],
    inMenu: true,
  },
  {
    kind: 'rules',
    title: ['徵件規則', 'Rules'],
    lead: ['報名前請讀一遍；勾選同意時，會記下您所同意的版本。', 'Please read them before you enter; the version that you agree to is kept with your receipt.'],
    body: [
      '<ol><li>報名者保證擁有作品的權利，或經權利人同意報名。</li><li>報名資料只用於評選與大會；預告片與劇照經入選團隊同意後用於宣傳。</li><li>入選團隊應至少一人出席公開提案與會談。</li><li>作品如有重大變更（導演、製片、主題），應通知主辦單位。</li><li>截止後不再收件；因系統故障無法送出者，主辦單位得個別延長。</li><li>主辦單位得因不可抗力調整日程，並在本站公告。</li></ol>',
      '<ol><li>Whoever enters a film holds its rights or acts with the consent of those who do.</li><li>What is sent in is used for selection and forum only; trailers and stills of selected films also for publicity, with the team’s consent.</li><li>At least one member of a selected team attends the pitch and the meetings.</li><li>Tell us of important changes: director, producer, subject.</li><li>Nothing is taken after the deadline; who could not submit because our system failed may get an extension.</li><li>Dates may be moved for reasons beyond our control, with notice on this site.</li></ol>',
    ],
  },
  {
    kind: 'privacy',
    title: ['個人資料告知', 'Privacy notice'],
    lead: [
      '您的資料只用於報名、聯絡與評選；隨時可以下載或要求刪除。',
      'Your data are used for enrolment, contact and selection only; you can download them or have them erased at any time.',
    ],
    body: [
      '<p>我們收集報名者的姓名、電子郵件、電話與所在地，用於聯絡與評選；評審只看得到作品資料與團隊姓名。</p><p>入選影片的片名與主創姓名留在歷屆紀錄中。登入後，在「我的帳號」可以下載自己的全部資料，也可以要求刪除。</p>',
      '<p>We ask for your name, e-mail address, phone number and city, to reach you and for the selection; jurors see the film and the names of its team only.</p><p>Title and makers of selected films stay in the forum’s record. Signed in, under “My account”, you can download all of your own data and ask for their erasure.</p>',
    ],
  },
  {
    kind: 'contact',
    title: ['聯絡我們', 'Contact'],
    lead: ['來信請附片名與帳號，我們在兩個工作天內回覆。', 'Tell us your title and account; we answer within two working days.'],
    items: [
      { title: ['報名與帳號', 'Enrolment and accounts'], text: ['forum@example.org', 'forum@example.org'] },
      { title: ['會談與決策者', 'Meetings and decision makers'], text: ['meetings@example.org', 'meetings@example.org'] },
    ],
  },
  {
    kind: 'partners',
    title: ['合作夥伴', 'Partners'],
    lead: ['與我們一起成就這些影片的夥伴。', 'Those who help us make these films happen.'],
    items: [
      { title: ['河岸紀錄片基金會', 'Riverbank Documentary Fund'], text: ['新導演獎', 'New director award'], link: 'https://example.org/riverbank' },
      { title: ['北方光影電視', 'Northern Light Television'], text: ['最佳提案獎', 'Best pitch award'], link: 'https://example.org/northern-light' },
      { title: ['藍窗放映聯盟', 'Blue Window Cinemas'], text: ['場地與放映', 'Venue and screenings'], link: 'https://example.org/blue-window' },
    ],
  },
  {
    kind: 'news',
    slug: 'open-for-entries',
    title: ['本屆徵件開始', 'Enrolment is open'],
    lead: ['報名表分成幾步，隨時可以離開再回來。', 'The form has a few steps; leave it and come back whenever you like.'],
    ago: 9,
  },
  {
    kind: 'news',
    slug: 'workshop',
    title: ['提案工作坊名額增加', 'More places in the pitching workshop'],
    lead: ['入選團隊全數參加，另開放十個旁聽名額。', 'All selected teams take part; ten seats are open to observers.'],
    ago: 4,
  },
];

/** Publishes them for the campaign, whose earlier rows stay. */
export async function seedSitePages(tools: RecordTools, actor: Actor, cid: string): Promise<void> {
  if (!tools.registry.get('site_page')) return;
  const written = dateAt(tools.now().getTime() - 10 * 86_400_000);
  const past: RecordTools = { ...tools, now: () => written };
  for (const [index, page] of pages.entries()) {
    const [titleTw, titleEn] = page.title;
    const [leadTw, leadEn] = page.lead;
    const values: Row = {
      cid,
      kind: page.kind,
      slug: page.slug ?? page.kind,
      titleTw,
      titleEn,
      leadTw,
      leadEn,
      body: { tw: page.body?.[0] ?? '', en: page.body?.[1] ?? '' },
      items: (page.items ?? []).map(({ title, text, link = '' }) => ({ titleTw: title[0], titleEn: title[1], textTw: text[0], textEn: text[1], link })),
      date: page.ago === undefined ? '' : utcDay(tools.now().getTime() - page.ago * 86_400_000),
      pos: index * 10,
      inMenu: page.inMenu ?? false,
      onHome: !['rules', 'privacy', 'contact', 'calendar'].includes(page.kind),
    };
    const row = await createRecord(past, actor, 'site_page', values);
    await updateRecord(past, actor, 'site_page', String(row.id), { status: 'published' }, Number(row.ver), {
      action: 'publish',
      sets: { publishedAt: stampOf(written) },
    });
  }
  // The privacy notice says how long data are stored.
  await runAction(past, actor, 'campaign', cid, 'start_retention', { isConfirmed: true });
}
