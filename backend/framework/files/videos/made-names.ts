/** Names of what is made of a video, beside it in the store: {its 26 signs}-poster.webp, -sheet.webp, -h720.mp4 and -h720.m3u8. Pure. */

/** Heights in which a stream is made. */
export const streamHeights = [1080, 720, 480, 360, 240] as const;

export const posterName = (name: string): string => `${name.slice(0, 26)}-poster.webp`;
export const sheetName = (name: string): string => `${name.slice(0, 26)}-sheet.webp`;
export const qualityName = (name: string, height: number): string => `${name.slice(0, 26)}-h${height}.mp4`;
export const listName = (name: string, height: number): string => `${name.slice(0, 26)}-h${height}.m3u8`;
/** Written when it is asked for: whoever gets it has addresses of their own. */
export const streamName = (name: string): string => `${name.slice(0, 26)}-stream.m3u8`;

/** Of a video, whether or not all of it was made. */
export function madeNames(name: string): string[] {
  return [posterName(name), sheetName(name), ...streamHeights.flatMap((height) => [qualityName(name, height), listName(name, height)])];
}

/** The qualities for a source of so many lines: its own, and two that are well below. */
export function qualitiesFor(lines: number): number[] {
  const chosen: number[] = [];
  for (const height of streamHeights) {
    const last = chosen.at(-1);
    if (height <= lines && chosen.length < 3 && (last === undefined || height <= last * 0.7)) chosen.push(height);
  }
  return chosen;
}
