/** The parts of this page that are fetched apart, and their words. No React: the first of them is what brings it. */
import type words from '#locales/tw/site-part.json';
import { Fetched } from '#ui/fetched.ts';

export type PartWords = typeof words;
/** What a part is called where it is missing. */
export type PartName = keyof PartWords['what'];

/** Written into the page by the server, for they are needed when nothing can be fetched. */
export function partWords(): PartWords {
  return JSON.parse(document.getElementById('part-words')?.textContent ?? '') as PartWords; // our own server's
}

const ahead: Fetched<unknown>[] = [];
let isOpen = false;
let isRunning = false;

/** A part that is fetched when it is wanted, or ahead once the page stands: then it is there when the line is not. */
export function enlist<T>(load: () => Promise<T>): Fetched<T> {
  const source = new Fetched(load);
  ahead.push(source);
  if (isOpen) void run();
  return source;
}

/** ms after the page stands: what it shows first has come by then. */
const patience = 800;

/** Fetches every part that is enlisted by now or later, one after the other. */
export function fetchAhead(): void {
  setTimeout(() => {
    isOpen = true;
    void run();
  }, patience);
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = ahead.shift(); next; next = ahead.shift()) await next.fetch();
  isRunning = false;
}
