/** The parts of this page that are fetched separately, and their texts. No React, because React comes with the first part. */
import type words from '#locales/tw/site-part.json';
import { chineseType } from '#ui/chinese-type.ts';
import { Fetched } from '#ui/fetched.ts';

export type PartWords = typeof words;
/** The name of a part in the message that it is missing. */
export type PartName = keyof PartWords['what'];

/** Written into the page by the server, because they are needed when nothing can be fetched. */
export function partWords(): PartWords {
  return JSON.parse(document.getElementById('part-words')?.textContent ?? '') as PartWords; // from our own server
}

const ahead: Fetched<unknown>[] = [];
let isOpen = false;
let isRunning = false;

/** A part that is fetched when it is needed, or in advance after the page is shown, so that it works without a connection. */
export function enlist<T>(load: () => Promise<T>): Fetched<T> {
  const source = new Fetched(load);
  ahead.push(source);
  if (isOpen) void run();
  return source;
}

/** Delay before fetching in advance, ms: by then the page has what it shows first. */
const patience = 800;

/** Fetches all parts that are registered now or later, one after the other, and the rules of the type for what will be typed. */
export function fetchAhead(): void {
  setTimeout(() => {
    isOpen = true;
    void chineseType();
    void run();
  }, patience);
}

async function run(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let next = ahead.shift(); next; next = ahead.shift()) await next.fetch();
  isRunning = false;
}
