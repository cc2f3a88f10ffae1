/** The build's page with what the server writes into it. */
import { escapeHtml, type Html } from './escape.ts';

/** A page ready to be sent. */
export interface WrittenPage {
  lang: string;
  theme: 'dark' | 'light';
  title: string;
  head: Html;
  bodyClass: string;
  body: Html;
  isFound: boolean;
}

/** @param built the page as the build made it: its scripts and styles stay where they are */
export function fillDocument(built: string, page: WrittenPage, metas: Record<string, string>): string {
  const head = Object.entries(metas).map(([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}">`);
  // The description of the built page speaks for no row. Replaced by functions: a '$' in a text means itself.
  return built
    .replace(/<meta name="description"[^>]*>\s*/i, '')
    .replace(/<html\b[^>]*>/i, () => `<html lang="${page.lang}" data-theme="${page.theme}">`)
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${escapeHtml(page.title)}</title>\n${page.head}`)
    .replace(/<head>/i, () => `<head>${head.join('')}`)
    .replace(/<body\b[^>]*>/i, () => `<body class="${escapeHtml(page.bodyClass)}">\n${page.body}`);
}
