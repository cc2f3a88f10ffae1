/** All screens of the framework on one page (specification section 2; R10, R11, R18, R19, R23, R24, R29, R32, R33, R42); the application's come in their midst. */

import type { RouteObject } from 'react-router';
import type { loadCatalogue } from '#client/providers/i18n.ts';
import type { Lang } from '#codegen/model.ts';
import { peekCard } from '#fields/reference/Peek.tsx';
import { Slot } from '#rules/slot.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { Login } from './account/Login.tsx';
import { NotFound } from './errors/NotFound.tsx';
import { RouteError } from './errors/RouteError.tsx';
import { AdminShell } from './layout/AdminShell.tsx';
import { editScreen } from './layout/EditScreen.tsx';
import { Layout } from './layout/Layout.tsx';
import { ObjectScreen } from './layout/ObjectScreen.tsx';

/** What the application adds to the framework's own screens, fetched with them. */
export const besideScreens = new Slot<{ home(): Promise<unknown>; form(): Promise<unknown> }>({ home: async () => undefined, form: async () => undefined });

const Home = part(() => beside(import('./home/Home.tsx'), besideScreens.value.home()));
const System = part(() => import('./system/System.tsx'));
const Permissions = part(() => import('./permissions/Permissions.tsx'));
const Profile = part(() => import('./profile/Profile.tsx'));
const Tools = part(() => import('./tools/Tools.tsx'));
const Schemas = part(() => import('./schemas/Schemas.tsx'));
const OptionLists = part(() => import('./options/OptionLists.tsx'));
const OptionList = part(() => import('./options/OptionList.tsx'));
const Workbench = part(() => beside(import('./schemas/Workbench.tsx'), besideScreens.value.form()));
const PreviewPage = part(() => beside(import('./schemas/PreviewPage.tsx'), besideScreens.value.form()));
const Changes = part(() => import('./changes/Changes.tsx'));
const Trash = part(() => import('./trash/Trash.tsx'));
const TestPage = part(() => beside(import('./test/TestPage.tsx'), besideScreens.value.form()));
const ObjectList = part(() => import('./list/ObjectList.tsx'));
const ObjectEdit = editScreen(part(() => beside(import('./edit/ObjectEdit.tsx'), besideScreens.value.form())));

peekCard.fill(part(() => import('#form/panels/PeekCard.tsx')));

/** Screens of the application, by their path below the back office. */
export const moreScreens = new Slot<RouteObject[]>([]);

export function buildRoutes(first: { lang: Lang; catalogue: Awaited<ReturnType<typeof loadCatalogue>> }): RouteObject[] {
  return [
    {
      element: <AdminShell {...first} />,
      errorElement: (
        <main>
          <RouteError />
        </main>
      ),
      children: [
        { path: '/login', element: <Login /> },
        {
          // In the workbench's frame, without a menu of its own.
          path: '/schema-preview',
          element: (
            <Soon fallback={null}>
              <PreviewPage />
            </Soon>
          ),
        },
        {
          element: <Layout />,
          children: [
            {
              errorElement: <RouteError />,
              children: [
                { path: '/', element: <Home /> },
                { path: '/sysman', element: <System /> },
                { path: '/permissions', element: <Permissions /> },
                { path: '/schemas', element: <Schemas /> },
                { path: '/schemas/:name', element: <Workbench /> },
                { path: '/options', element: <OptionLists /> },
                { path: '/options/:list', element: <OptionList /> },
                { path: '/profile', element: <Profile /> },
                { path: '/changes', element: <Changes /> },
                { path: '/trash', element: <Trash /> },
                { path: '/test', element: <TestPage /> },
                { path: '/toolman', element: <Tools /> },
                ...moreScreens.value,
                // An object's screens: the segment is 'pb-{obj}' or a route alias of the schema.
                { path: '/:screen', element: <ObjectScreen of={ObjectList} /> },
                { path: '/:screen/edit', element: <ObjectScreen of={ObjectEdit} /> },
                { path: '*', element: <NotFound /> },
              ],
            },
          ],
        },
      ],
    },
  ];
}

async function beside<T>(screen: Promise<T>, parts: Promise<unknown>): Promise<T> {
  return (await Promise.all([screen, parts]))[0];
}
