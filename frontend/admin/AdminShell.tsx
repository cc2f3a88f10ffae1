/** react-admin's contexts, put together by hand: its own i18n context would remount the page on every language switch. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  AuthContext,
  DataProviderContext,
  NotificationContextProvider,
  ResourceDefinitionContextProvider,
  RouterProviderContext,
  reactRouterProvider,
  StoreContextProvider,
  ThemeProvider,
  ThemesContext,
  UndoableMutationsContextProvider,
  useTheme,
} from 'react-admin';
import { Outlet } from 'react-router';
import type { Lang } from '#codegen/model.ts';
import { Notices, useNotices } from '../ui/Notices.tsx';
import { buildThemes } from '../ui/theme.ts';
import { watchErrors } from './client-log.ts';
import { LanguageProvider } from './language.tsx';
import { authProvider } from './providers/auth.ts';
import { adminDataProvider } from './providers/data.ts';
import type { loadCatalogue } from './providers/i18n.ts';
import { buildStore } from './store.ts';

export function AdminShell({ lang, catalogue }: { lang: Lang; catalogue: Awaited<ReturnType<typeof loadCatalogue>> }) {
  const [parts] = useState(() => {
    const { light, dark } = buildThemes();
    // The HTTP client makes the one second try that the specification asks for; the query layer adds none.
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } } });
    return { client, store: buildStore(), themes: { lightTheme: light, darkTheme: dark } };
  });
  return (
    <RouterProviderContext.Provider value={reactRouterProvider}>
      <AuthContext.Provider value={authProvider}>
        <DataProviderContext.Provider value={adminDataProvider}>
          <StoreContextProvider value={parts.store}>
            <QueryClientProvider client={parts.client}>
              <LanguageProvider first={lang} catalogue={catalogue}>
                <NotificationContextProvider>
                  <UndoableMutationsContextProvider>
                    <ResourceDefinitionContextProvider>
                      <ThemesContext.Provider value={parts.themes}>
                        <ThemeProvider>
                          <ThemeOnPage />
                          <ErrorWatch />
                          <Outlet />
                          <Notices />
                        </ThemeProvider>
                      </ThemesContext.Provider>
                    </ResourceDefinitionContextProvider>
                  </UndoableMutationsContextProvider>
                </NotificationContextProvider>
              </LanguageProvider>
            </QueryClientProvider>
          </StoreContextProvider>
        </DataProviderContext.Provider>
      </AuthContext.Provider>
    </RouterProviderContext.Provider>
  );
}

/** The stylesheet follows the same choice as MUI's theme. */
function ThemeOnPage() {
  const [theme] = useTheme();
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  return null;
}

/** K25 */
function ErrorWatch() {
  const { failure } = useNotices();
  useEffect(() => watchErrors(failure), [failure]);
  return null;
}
