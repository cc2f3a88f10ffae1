/** Starts the back office in its page. The server writes the base path and the style nonce into the page's meta elements. */
import '#ui/base.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { prepareSecret } from '#client/http/secret.ts';
import { catalogueOf, currentLanguage, tellDocument } from '#client/providers/i18n.ts';
import { buildRoutes } from './routes.tsx';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

export async function start(): Promise<void> {
  const lang = currentLanguage();
  tellDocument(lang);
  // Nothing can be said in words that have not come: the page itself says it in both languages.
  const texts = catalogueOf(lang);
  const away = document.getElementById('away');
  texts.subscribe(() => away?.toggleAttribute('hidden', texts.state() === 'there'));
  const [catalogue] = await Promise.all([texts.whenThere(), chineseType()]);
  prepareSecret();
  const nonce = meta('csp-nonce');
  const cache = createCache({ key: 'rb', prepend: true, ...(nonce ? { nonce } : {}) });
  // '/' is for a host that maps straight to the back office (R40).
  const router = createBrowserRouter(buildRoutes({ lang, catalogue }), { basename: meta('base') || '/' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <CacheProvider value={cache}>
      <RouterProvider router={router} />
    </CacheProvider>,
  );
}

/** ms */
const patience = 1_000;

/**
 * A device without a Chinese face takes its characters from slices of ours; any other asks for none of them (decision 098). The rules are there before the first text is
 * drawn, for Chromium may not draw it again by rules that come later; nothing waits long for them.
 */
function chineseType(): Promise<void> {
  return new Promise((done) => {
    const rules = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/type/running.css', onload: () => done(), onerror: () => done() });
    document.head.append(rules);
    setTimeout(done, patience);
  });
}
