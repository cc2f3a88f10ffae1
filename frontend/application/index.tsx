/** The film company's screens on top of the framework's back office: the manifest. What the application has of each kind is one line here. */
import BoardIcon from '@mui/icons-material/CalendarViewWeekOutlined';
import ReleaseIcon from '@mui/icons-material/OutboxOutlined';
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import TheatersIcon from '@mui/icons-material/TheatersOutlined';
import DayIcon from '@mui/icons-material/TodayOutlined';
import TuneIcon from '@mui/icons-material/Tune';
import { moreEntries } from '#admin/layout/Menu.tsx';
import { besideScreens, moreScreens } from '#admin/routes.tsx';
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
  // The object's own list stands at /pb-layout_image.
  { path: '/ccdflayout', element: <LayoutImages /> },
  { path: '/ccdfdesk', element: <Dashboard /> },
  { path: '/ooosetup', element: <Forum /> },
  { path: '/ooday', element: <ForumDay /> },
  { path: '/oooman', element: <Pairing /> },
  { path: '/ooorelease', element: <Release /> },
  { path: '/vpman/:page', element: <ViewingPage /> },
  // The object's own list stands at /pb-viewing_page.
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
// They come with the framework's own screens, by the same part().
besideScreens.fill({ home: () => import('./home-parts.ts'), form: () => import('./form-parts.ts') });
