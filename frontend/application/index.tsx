/**
 * The manifest of the application's frontend: the film company's screens, menu entries and other parts, each one line, added to the framework's back
 * office.
 */
import BoardIcon from '@mui/icons-material/CalendarViewWeekOutlined';
import ReleaseIcon from '@mui/icons-material/OutboxOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import TheatersIcon from '@mui/icons-material/TheatersOutlined';
import DayIcon from '@mui/icons-material/TodayOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import { moreEntries } from '#admin/layout/Menu.tsx';
import { besideScreens, moreScreens } from '#admin/routes.tsx';
import { officeZone } from '#application/campaign/rules/home-zone.ts';
import { homeZone } from '#framework/time.ts';
import { part } from '#ui/part.tsx';
import './texts.ts';

const LayoutImages = part(() => import('./campaign/layout-images/LayoutImages.tsx'));
const Dashboard = part(() => import('./campaign/Dashboard.tsx'));
const Forum = part(() => import('./forum/Forum.tsx'));
const ForumDay = part(() => import('./forum-day/ForumDay.tsx'));
const Pairing = part(() => import('./pairing/Pairing.tsx'));
const Release = part(() => import('./release/Release.tsx'));
const ViewingPage = part(() => import('./viewing/ViewingPage.tsx'));
const VpMan = part(() => import('./viewing/VpMan.tsx'));

moreScreens.fill([
  // The list of the object itself is at /pb-layout_image.
  { path: '/ccdflayout', element: <LayoutImages /> },
  { path: '/ccdfdesk', element: <Dashboard /> },
  { path: '/ooosetup', element: <Forum /> },
  { path: '/ooday', element: <ForumDay /> },
  { path: '/oooman', element: <Pairing /> },
  { path: '/ooorelease', element: <Release /> },
  { path: '/vpman/:page', element: <ViewingPage /> },
  // The list of the object itself is at /pb-viewing_page.
  { path: '/vpman', element: <VpMan /> },
]);
moreEntries.fill([
  { beside: 'campaign', to: '/ccdfdesk', label: 'desk.menu', icon: DashboardIcon },
  { beside: 'pairing', to: '/ooosetup', label: 'deskForum.menu', icon: TuneIcon },
  { beside: 'pairing', to: '/oooman', label: 'pairing.menu', icon: BoardIcon },
  { beside: 'pairing', to: '/ooorelease', label: 'release.menu', icon: ReleaseIcon },
  { beside: 'pairing', to: '/ooday', label: 'forumday.menu', icon: DayIcon },
  { beside: 'viewing_page', to: '/vpman', label: 'vpman.menu', icon: TheatersIcon },
]);
// The rules have it too, but the first list is seen before they are loaded.
homeZone.fill(officeZone);
// Loaded in the same way as the framework's own screens, by part().
besideScreens.fill({ home: () => import('./home-parts.ts'), form: () => import('./form-parts.ts') });
