/** All screens of the back office on one page (specification section 2; R10, R11, R14, R18, R19, R22, R23, R24, R29, R32, R33, R42). */

import { lazy } from 'react';
import type { RouteObject } from 'react-router';
import type { Lang } from '#codegen/model.ts';
import { NotFound } from '../pages/errors/NotFound.tsx';
import { RouteError } from '../pages/errors/RouteError.tsx';
import { loadPart } from '../ui/reload-guard.ts';
import { AdminShell } from './AdminShell.tsx';
import { Layout } from './Layout.tsx';
import { Login } from './Login.tsx';
import { ObjectScreen } from './ObjectScreen.tsx';
import type { loadCatalogue } from './providers/i18n.ts';

const Home = lazy(() => loadPart(() => import('./Home.tsx')));
const System = lazy(() => loadPart(() => import('./System.tsx')));
const LayoutImages = lazy(() => loadPart(() => import('../pages/layout-images/LayoutImages.tsx')));
const Permissions = lazy(() => loadPart(() => import('../pages/permissions/Permissions.tsx')));
const Desk = lazy(() => loadPart(() => import('../pages/desk/Desk.tsx')));
const Forum = lazy(() => loadPart(() => import('../pages/forum/Forum.tsx')));
const ForumDay = lazy(() => loadPart(() => import('../pages/forum-day/ForumDay.tsx')));
const Pairing = lazy(() => loadPart(() => import('../pages/pairing/Pairing.tsx')));
const Release = lazy(() => loadPart(() => import('../pages/release/Release.tsx')));
const Profile = lazy(() => loadPart(() => import('../pages/profile/Profile.tsx')));
const ViewingPage = lazy(() => loadPart(() => import('../pages/vpman/ViewingPage.tsx')));
const VpMan = lazy(() => loadPart(() => import('../pages/vpman/VpMan.tsx')));
const Tools = lazy(() => loadPart(() => import('../pages/tools/Tools.tsx')));
const TestPage = lazy(() => loadPart(() => import('../pages/test/TestPage.tsx')));
const ObjectList = lazy(() => loadPart(() => import('./ObjectList.tsx')));
const ObjectEdit = lazy(() => loadPart(() => import('./ObjectEdit.tsx')));

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
          element: <Layout />,
          children: [
            {
              errorElement: <RouteError />,
              children: [
                { path: '/', element: <Home /> },
                { path: '/sysman', element: <System /> },
                { path: '/permissions', element: <Permissions /> },
                { path: '/profile', element: <Profile /> },
                { path: '/test', element: <TestPage /> },
                { path: '/toolman', element: <Tools /> },
                { path: '/ccdfdesk', element: <Desk /> },
                { path: '/oooman', element: <Pairing /> },
                // The object's own list stands at /pb-viewing_page.
                { path: '/vpman', element: <VpMan /> },
                { path: '/vpman/:page', element: <ViewingPage /> },
                { path: '/ooosetup', element: <Forum /> },
                { path: '/ooorelease', element: <Release /> },
                { path: '/ooday', element: <ForumDay /> },
                // The object's own list stands at /pb-layout_image.
                { path: '/ccdflayout', element: <LayoutImages /> },
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
