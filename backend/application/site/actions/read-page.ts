/** What staff wrote for a campaign's site (site_page): about, programmes, rules, questions and answers, news. */
import { inSides } from '#application/campaign/rules/two-sides.ts';
import { findFiles } from '#framework/data/system/files/files.ts';
import type { Tools } from '#framework/tools.ts';
import { readWords } from '#framework/words.ts';
import type { Campaign, SitePage } from '#generated/objects.ts';
import { daysInBackups } from '#rules/backup-slot.ts';
import { nameInLink } from '#rules/records/upload.ts';
import { fill } from '#rules/words/fill.ts';
import { inAll, inEach } from '#rules/words/language.ts';
import { loadSitePages } from '../data/campaign-site.ts';
import type { Both, PageCard, Picture, WholePage } from '../wire.ts';

/** The pages of a campaign in their order, news by date; `drafts`: also those that are not published. None while the table waits for a change. */
export async function readSitePages(tools: Tools, campaign: string, drafts = false): Promise<SitePage[]> {
  const model = tools.registry.get('site_page')?.model;
  if (!model || tools.tables.blocked('site_page') !== undefined) return [];
  const rows = await loadSitePages(tools.db, model, campaign, drafts);
  const isNews = ({ kind }: SitePage) => kind === 'news';
  return [...rows.filter((row) => !isNews(row)), ...rows.filter(isNews).sort((a, b) => (a.date < b.date ? 1 : -1))];
}

/** `retention`: what the campaign's privacy notice says of how long data are stored. */
export function cardOfPage(row: SitePage, retention: Both): PageCard {
  const lead = inAll({ tw: row.leadTw, en: row.leadEn });
  return {
    slug: row.slug,
    kind: row.kind,
    title: inAll({ tw: row.titleTw, en: row.titleEn }),
    lead: row.kind === 'privacy' ? inEach((lang) => joined(lead[lang], retention[lang])) : lead,
    date: row.date,
    inMenu: row.inMenu,
    onHome: row.onHome,
  };
}

/** Two sentences in a row; Chinese ones have no space between them. */
function joined(first: string, second: string): string {
  return [first, second].filter(Boolean).join(/[。！？]$/.test(first) ? '' : ' ');
}

/** How long the campaign keeps what was not selected, in a sentence; nothing while nothing is erased by itself. */
export function retentionSentence({ config }: Pick<Tools, 'config'>, { keepMonths, keepSince }: Pick<Campaign, 'keepMonths' | 'keepSince'>): Both {
  if (!keepMonths || !keepSince) return inEach(() => '');
  const days = daysInBackups(config);
  return inEach((lang) => {
    const { info } = readWords<{ info: { retention: string; backups: string } }>(lang, 'site', config.localesDir);
    return joined(fill(info.retention, { months: keepMonths }), days ? fill(info.backups, { days }) : '');
  });
}

/** One page whole. */
export async function wholePage(tools: Tools, row: SitePage, retention: Both): Promise<WholePage> {
  const { sanitise } = await import('#framework/html/sanitise.ts'); // loaded when it is needed, not at every start
  const body = inAll({ tw: row.body.tw ?? '', en: row.body.en ?? '' });
  return {
    ...cardOfPage(row, retention),
    id: row.id,
    ver: row.ver,
    isDraft: row.status !== 'published',
    body: inEach((lang) => sanitise(body[lang])),
    items: row.items.map(({ titleTw = '', titleEn = '', textTw = '', textEn = '', link = '' }) => ({
      title: inAll({ tw: titleTw, en: titleEn }),
      text: inAll({ tw: textTw, en: textEn }),
      link,
    })),
    picture: await pictureOf(tools, row),
    changedAt: row.update_at,
  };
}

async function pictureOf(tools: Tools, { image, altTw, altEn }: SitePage): Promise<Picture | undefined> {
  const src = image[0]?.link;
  if (!src) return undefined;
  const [file] = await findFiles(
    tools.db,
    [nameInLink(src)].filter((name) => name !== undefined),
  );
  return { src, alt: inSides(altTw, altEn), link: '', width: file?.width ?? 0, height: file?.height ?? 0 };
}
