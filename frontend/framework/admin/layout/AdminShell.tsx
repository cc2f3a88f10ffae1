/** react-admin's contexts, put together by hand: its own i18n context would remount the page on every language switch. */

import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  AuthContext,
  DataProviderContext,
  NotificationContextProvider,
  ResourceDefinitionContextProvider,
  RouterProviderContext,
  StoreContextProvider,
  ThemeProvider,
  ThemesContext,
  UndoableMutationsContextProvider,
  useTheme,
  useTranslate,
} from 'react-admin';
import { Outlet } from 'react-router';
import { watchErrors } from '#client/client-log.ts';
import { LanguageProvider } from '#client/language.tsx';
import { Notices, useNotices } from '#client/notices/Notices.tsx';
import { authProvider } from '#client/providers/auth.ts';
import { adminDataProvider } from '#client/providers/data.ts';
import type { loadCatalogue } from '#client/providers/i18n.ts';
import { queryClient } from '#client/query-client.ts';
import { buildStore } from '#client/store.ts';
import type { Lang } from '#codegen/model.ts';
import { buildThemes } from '#ui/theme.ts';
import { routerProvider } from './own-navigate.ts';

export function AdminShell({ lang, catalogue }: { lang: Lang; catalogue: Awaited<ReturnType<typeof loadCatalogue>> }) {
  const [store] = useState(buildStore);
  return (
    <RouterProviderContext.Provider value={routerProvider}>
      <AuthContext.Provider value={authProvider}>
        <DataProviderContext.Provider value={adminDataProvider}>
          <StoreContextProvider value={store}>
            <QueryClientProvider client={queryClient}>
              <LanguageProvider first={lang} catalogue={catalogue}>
                <NotificationContextProvider>
                  <UndoableMutationsContextProvider>
                    <ResourceDefinitionContextProvider>
                      <Themes>
                        <ThemeOnPage />
                        <ErrorWatch />
                        <Outlet />
                        <Notices />
                      </Themes>
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

/** Both themes, with the words that MUI's own controls say. */
function Themes({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  const themes = useMemo(() => {
    const { light, dark } = buildThemes((key) => translate(`control.${key}`));
    return { lightTheme: light, darkTheme: dark };
  }, [translate]);
  return (
    <ThemesContext.Provider value={themes}>
      <ThemeProvider>{children}</ThemeProvider>
    </ThemesContext.Provider>
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
