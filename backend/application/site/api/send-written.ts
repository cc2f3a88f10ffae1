/** Sends a written page of any public face: in its campaign's colours and type, compressed as the browser wants it. */
import type { Request, Response } from 'express';
import { sendCompressed } from '#framework/api/pages/compressed.ts';
import { fillDocument } from '#framework/html/document.ts';
import { html, trusted } from '#framework/html/escape.ts';
import type { Tools } from '#framework/tools.ts';
import { pageType, textsOf } from '#framework/type/page-type.ts';
import { subsetsIn } from '#framework/type/subsets.ts';
import type { SitePage } from '../pages/page-context.ts';
import { brandCss, defaultBrand } from '../rules/brand.ts';

export interface WrittenAnswer {
  /** the page as the build made it */
  built: string;
  page: SitePage;
  metas: Record<string, string>;
  nonce: string;
  /** what the page's script will say: the page's type has its characters too */
  words?: string;
  /** whether the page's script switches the faces of running text on (faces.ts): something else needs the line first */
  isTextLater?: boolean;
}

/**
 * The status is set before. The faces of what the script will say are switched on by it (faces.ts): a note that somebody typed may have their characters,
 * and two files of 67 kB for it would take the line from the script.
 */
export async function sendWritten(
  { config }: Tools,
  req: Request,
  res: Response,
  { built, page, metas, nonce, words = '', isTextLater = false }: WrittenAnswer,
): Promise<void> {
  const { brand = defaultBrand } = page;
  const type = pageType(subsetsIn(config.cacheDir), textsOf(page.body.toString()), brand.type, page.lang.startsWith('zh'), words);
  const head = html`${type.preload.map((href) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`)}
${(type.laterCss || isTextLater) && html`<style nonce="${nonce}" media="not all" data-later>${trusted(type.laterCss)}${isTextLater && trusted(type.textCss)}</style>`}
${isTextLater && html`<noscript><style nonce="${nonce}">${trusted(type.textCss)}</style></noscript>`}
<style nonce="${nonce}">${!isTextLater && trusted(type.textCss)}${trusted(type.css)}${trusted(brandCss(brand, page.theme))}</style>
${page.head}`;
  res.type('html');
  res.vary('Cookie');
  await sendCompressed(req, res, fillDocument(built, { ...page, head }, { ...metas, 'csp-nonce': nonce }));
}
