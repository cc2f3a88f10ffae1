/** Starts the back office in its page. The server writes the base path and the style nonce into the page's meta elements. */
import '#ui/base.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { prepareSecret } from '#client/http/secret.ts';
import { catalogueOf, currentLanguage, tellDocument } from '#client/providers/i18n.ts';
import { chineseType } from '#ui/chinese-type.ts';
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
