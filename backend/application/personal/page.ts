/** GET /my/{token}: a personal page, or one that says why the link opens nothing (404, 410). */
import type { Request, Response } from 'express';
import { readSite } from '#application/site/actions/read-site.ts';
import { sendWritten } from '#application/site/api/send-written.ts';
import { siteWords } from '#application/site/rules/site-words.ts';
import type { Lang } from '#codegen/model.ts';
import type { Pages } from '#framework/api/pages/page-source.ts';
import { dateAt } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import { signsOf } from '#framework/words.ts';
import { idIn } from '#rules/records/facts.ts';
import { addressOf, servesStaff } from '#rules/site.ts';
import { defaultLang, isLang, langOf, language, languageOf, saveLanguage } from '#rules/words/language.ts';
import { Refusal, statusOf } from '#rules/words/problem.ts';
import { openMy, type PersonalContext, readMy } from './actions/open-my.ts';
import { linkOpened } from './actions/personal-links.ts';
import { tried } from './api.ts';
import { type MyFailure, myPage } from './pages/my.ts';
import { wordsOfPitches } from './rules/my-facts.ts';

const island = 'application/site/island.tsx';
const part = 'application/personal/PersonalPage.tsx';
const dayMs = 86_400_000;
/** Signs of the panel that no text has: the handle of a wish, and the brackets around a weekday. */
const panelSigns = '≡（）';
const failures: readonly string[] = ['my.none', 'my.revoked', 'my.expired', 'msg.limit'] satisfies MyFailure[];

/** Answers HEAD, too, which does not count as an opening. */
export async function sendMyPage(tools: Tools, pages: Pages, req: Request, res: Response, { token, nonce }: { token: string; nonce: string }): Promise<void> {
  const { site } = req;
  // The address is secret: no referrer is sent, and no copy is stored.
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Robots-Tag', 'noindex, nofollow');
  const context = await opened(tools, req, token);
  const lang = languageFor(req, res, typeof context === 'string' ? undefined : languageOfPerson(context));
  if (typeof context !== 'string' && req.method === 'GET') await linkOpened(tools, context.link);
  const campaign = typeof context === 'string' ? {} : { campaign: idIn(context.campaign, 'id') };
  const facts = await readSite(tools, { lang, site, ...campaign });
  const status = typeof context === 'string' ? statusOf(context) : 200;
  const my = typeof context === 'string' ? context : await readMy(tools, context);
  const page = myPage({
    site: typeof context === 'string' ? { ...facts, campaigns: [] } : facts,
    lang,
    my,
    status,
    origin: tools.config.baseUrl ?? `${req.protocol}://${req.host}`,
    addressOf: (target) => (site.allowed && (!target.startsWith('/erp') || servesStaff(site)) ? addressOf(target, site) : undefined),
    parts: (typeof context === 'string' ? undefined : pages.partsOf?.('site', [island, part], siteWords.my, lang)) ?? { scripts: [], styles: [] },
    files: scheduleFiles(tools.config.baseUrl ?? `${req.protocol}://${req.host}`, token, lang),
  });
  const built = await (pages.written ?? pages.html)('site', req.path, nonce);
  const metas = { base: site.base, root: site.root, ...(status === 200 ? {} : { status: String(status) }) };
  res.status(status);
  await sendWritten(tools, req, res, {
    built,
    page,
    metas,
    nonce,
    isTextLater: true,
    words: signsOf(lang, siteWords.my) + (typeof my === 'string' ? '' : panelSigns + weekdays(lang) + wordsOfPitches(my, lang)),
  });
}

/** As the panel's days are named. */
function weekdays(lang: Lang): string {
  const days = Array.from({ length: 7 }, (_, day) => dateAt(day * dayMs));
  return days.map((day) => day.toLocaleDateString(language[lang].times, { weekday: 'short', timeZone: 'UTC' })).join('');
}

async function opened(tools: Tools, req: Request, token: string): Promise<PersonalContext | MyFailure> {
  try {
    return await tried(tools, req, (given) => openMy(tools, given), token);
  } catch (error) {
    if (error instanceof Refusal && failures.includes(error.code)) return error.code as MyFailure; // one of the list
    throw error;
  }
}

/** For a pitch's people the default language, unless they choose another; for a decision maker it is known. */
function languageOfPerson({ side, person }: PersonalContext): Lang {
  return side === 'dm' ? langOf(person.lang) : defaultLang;
}

/** The language chosen by the switch, now or before; else the person's own, which then applies to refusals, too. */
function languageFor(req: Request, res: Response, own: Lang | undefined): Lang {
  const { lang } = req.query;
  const cookie = req.headers.cookie ?? '';
  if (!isLang(lang) && /(?:^|;\s*)lang=/.test(cookie)) return languageOf(cookie);
  const chosen = isLang(lang) ? lang : (own ?? languageOf(cookie));
  res.append('Set-Cookie', saveLanguage(chosen));
  return chosen;
}

/** The released schedule as a PDF of one page, and as a calendar to which the reader's own program subscribes. */
function scheduleFiles(origin: string, token: string, lang: Lang): { pdf: string; ics: string } {
  const path = `/api/my/${token}/schedule`;
  return { pdf: `${path}.pdf?lang=${lang}`, ics: `${origin.replace(/^https?:/, 'webcal:')}${path}.ics?lang=${lang}` };
}
