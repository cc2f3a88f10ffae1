/** Every page of the campaign site starts here: small, for the server wrote the page. React comes only where a part of the page is worked in. */
import { beginPanel } from './shell/begin-panel.ts';
import { runClock, showOwnTimes } from './shell/clock.ts';
import { watchDownloads } from './shell/downloads.ts';
import { cleanAddress, renewWhenSeen, turnPage } from './shell/live.ts';
import { watchErrors } from './shell/report.ts';

watchErrors();
const panel = document.getElementById('panel');
if (panel) beginPanel(panel);
cleanAddress();
showOwnTimes();
runClock(() => void turnPage());
renewWhenSeen();
watchDownloads();
