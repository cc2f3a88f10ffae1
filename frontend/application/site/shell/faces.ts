/**
 * Faces that wait (send-written.ts): on a slow line they would take it from what the page is opened for, which is the script of its panel, or its large picture,
 * and the page would be laid out again for each of them before it can be used. Until they come the text stands in a face of the device. What lies far below the
 * screen waits for them (home.css), and is there for whoever takes a picture of the whole page.
 */

/** Longest time that a panel may wait for its data with the device's faces, ms. */
const patience = 3_000;

/** Switches on the faces of running text and of what the script says. */
function showFaces(): void {
  document.querySelector('style[data-later]')?.removeAttribute('media');
  // Which faces are needed is known with the next layout.
  afterPaint(() => void document.fonts.ready.then(() => document.documentElement.classList.add('is-whole')));
}

function afterPaint(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then));
}

/** On a page without a panel: once the large picture was painted, or will not come. */
export function showFacesSoon(): void {
  const picture = document.querySelector<HTMLImageElement>('img.backdrop');
  const whenThere = picture ? picture.decode().catch(() => undefined) : Promise.resolve();
  void whenThere.then(() => afterPaint(showFaces));
}

/** Once what the server wrote into the panel has given way to what can be used, and that was painted. */
export function showFacesIn(panel: HTMLElement): void {
  const look = () => {
    if (!panel.querySelector('.placeholder')) end();
  };
  const watch = new MutationObserver(look);
  const end = () => {
    watch.disconnect();
    clearTimeout(limit);
    afterPaint(showFaces);
  };
  const limit = setTimeout(end, patience);
  watch.observe(panel, { childList: true, subtree: true });
  look();
}
