/** Entry of the back office. The server writes the base path and the style nonce into the page's meta elements. */
import '../ui/base.css';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { currentLanguage, loadCatalogue, tellDocument } from './providers/i18n.ts';
import { buildRoutes } from './routes.tsx';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

async function start() {
  const lang = currentLanguage();
  tellDocument(lang);
  const catalogue = await loadCatalogue(lang);
  const nonce = meta('csp-nonce');
  const cache = createCache({ key: 'rb', prepend: true, ...(nonce ? { nonce } : {}) });
  // '/' stands for a host that maps straight to the back office (R40).
  const router = createBrowserRouter(buildRoutes({ lang, catalogue }), { basename: meta('base') || '/' });
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <CacheProvider value={cache}>
      <RouterProvider router={router} />
    </CacheProvider>,
  );
}

void start();
