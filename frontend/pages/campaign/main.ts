/** Every page of the campaign site starts here: small, for the server wrote the page. React comes only where a part of the page is worked in. */
import { runClock, showOwnTimes } from './shell/clock.ts';
import { cleanAddress, renewWhenSeen, turnPage } from './shell/live.ts';

if (document.getElementById('panel')) void import('./island.tsx').then(({ mountPanel }) => mountPanel());
cleanAddress();
showOwnTimes();
runClock(() => void turnPage());
renewWhenSeen();
