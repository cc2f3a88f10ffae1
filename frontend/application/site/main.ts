/** The script of every page of the campaign site. It is small, because the server renders the page; React is fetched only where the page has a panel. */
import { beginPanel } from './shell/begin-panel.ts';
import { runClock, showOwnTimes } from './shell/clock.ts';
import { watchDownloads } from './shell/downloads.ts';
import { showFacesSoon } from './shell/faces.ts';
import { cleanAddress, renewWhenSeen, turnPage } from './shell/live.ts';
import { watchErrors } from './shell/report.ts';

watchErrors();
const panel = document.getElementById('panel');
if (panel) beginPanel(panel);
else showFacesSoon();
cleanAddress();
showOwnTimes();
runClock(() => void turnPage());
renewWhenSeen();
watchDownloads();
