/** Updates the server-rendered text of an open page: when a window opens or ends, and when somebody looks at the page again after a while. */
import type { SiteFacts } from '#application/site/wire.ts';
import { send } from '#client/http/send.ts';
import { siteFacts, takeFacts } from '../facts.ts';
import { showOwnTimes } from './clock.ts';

/** The window ends for everybody in the same second: pages spread their requests over this time, ms. */
const spread = 2_500;
/** A page that was hidden for longer than this is updated when it is looked at again, ms. */
const stale = 60_000;

let asking: Promise<void> | undefined;

/** Takes the page's state, message, dates and facts from the server. The panel is left alone; it learns of the change by `onFacts`. */
export function renewPage(): Promise<void> {
  asking ??= renew().finally(() => {
    asking = undefined;
  });
  return asking;
}

export async function turnPage(): Promise<void> {
  const before = stateOf(siteFacts());
  for (const wait of [Math.random() * spread, 2_000, 10_000, 60_000]) {
    await new Promise((resume) => setTimeout(resume, wait));
    await renewPage();
    if (stateOf(siteFacts()) !== before) return;
  }
}

/** After a long sleep the device's clock may be wrong. */
export function renewWhenSeen(): void {
  let hiddenAt = 0;
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt && Date.now() - hiddenAt > stale) void renewPage();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) void renewPage();
  });
  // One that was opened without a connection is as old as its last visit.
  addEventListener('online', () => void renewPage());
}

async function renew(): Promise<void> {
  const written = await send(location.href, { headers: { Accept: 'text/html' } }, (answer) => (answer.ok ? answer.text() : '')).catch(() => '');
  // Without its inline styles: they have that answer's nonce, so this page's policy would refuse them, and nothing of them is taken.
  const page = new DOMParser().parseFromString(written.replace(/<style\b.*?<\/style>/gs, ''), 'text/html');
  const facts = page.getElementById('facts')?.textContent;
  if (!facts) return;
  for (const fresh of page.querySelectorAll('[data-live]')) {
    const old = document.getElementById(fresh.id);
    if (!old || old.innerHTML === fresh.innerHTML) continue;
    const held = old.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : undefined;
    old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
    if (held) old.querySelector<HTMLElement>(`a[href="${CSS.escape(held)}"]`)?.focus();
  }
  document.body.className = page.body.className;
  swapStyle(page);
  takeFacts(JSON.parse(facts) as SiteFacts); // written by our server
  showOwnTimes();
}

/** Replaces the campaign's style of the old state by that of the new one. */
function swapStyle(page: Document): void {
  const own = 'link[rel="stylesheet"][href^="/site/css/"]';
  const [old, fresh] = [document.querySelector(own), page.querySelector(own)];
  if (old?.getAttribute('href') === fresh?.getAttribute('href')) return;
  old?.remove();
  if (fresh) document.head.append(document.importNode(fresh, true));
}

function stateOf({ campaign }: SiteFacts): string {
  return `${campaign?.id} ${campaign?.enrol.state} ${campaign?.select.state}`;
}

/** The cookie has the language now; a language in the address would override a later choice. */
export function cleanAddress(): void {
  const here = new URL(location.href);
  if (!here.searchParams.has('lang')) return;
  here.searchParams.delete('lang');
  history.replaceState(history.state, '', here);
}
