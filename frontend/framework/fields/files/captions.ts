/** Captions that are chosen in a form: SRT becomes WebVTT, and what is wrong in them is told by its line before anything is sent. */

import type { FileRule } from '#codegen/model.ts';
import { subtitleType, typesOf } from '#rules/records/upload.ts';
import { captionsOfSrt, checkCaptions } from '#rules/values/captions.ts';
import type { Problem } from '#rules/words/problem.ts';

export interface LookedAt {
  /** what goes on its way */
  files: File[];
  /** in those that do not */
  errors: Problem[];
  /** in those that do */
  warnings: Problem[];
}

export const takesCaptions = (rule: FileRule): boolean => typesOf(rule).has(subtitleType);

/** `videos`: addresses of the record's videos; captions are held against the longest. */
export async function lookAtCaptions(chosen: readonly File[], rule: FileRule, videos: readonly string[]): Promise<LookedAt> {
  const isAny = chosen.some(({ name }) => /\.(?:srt|vtt)$/i.test(name));
  const lengths = isAny ? (await Promise.all(videos.map(lengthOf))).filter((length) => length !== undefined) : [];
  const length = lengths.length ? Math.max(...lengths) : undefined;
  const looked: LookedAt = { files: [], errors: [], warnings: [] };
  for (const file of chosen) {
    const isSmall = file.size <= rule.maxSize;
    const made = isSmall && /\.srt$/i.test(file.name) ? captionsOfSrt(await file.text()) : undefined;
    const one = made === undefined ? file : new File([made], file.name.replace(/\.srt$/i, '.vtt'), { type: subtitleType });
    const text = isSmall && /\.vtt$/i.test(one.name) ? await one.text() : '';
    // What is none at all is told by the server, which looks into every file.
    const { errors, warnings } = /^\uFEFF?WEBVTT/.test(text) ? checkCaptions(text, one.name, length) : { errors: [], warnings: [] };
    looked.errors.push(...errors);
    if (errors.length) continue;
    looked.files.push(one);
    looked.warnings.push(...warnings);
  }
  return looked;
}

/** What the browser waits for a video's head, ms. */
const patience = 4_000;

/** A video's length, s, by its head alone; undefined where this browser does not play it, or it does not come. */
function lengthOf(address: string): Promise<number | undefined> {
  const video = document.createElement('video');
  return new Promise((resolve) => {
    const end = () => {
      resolve(Number.isFinite(video.duration) && video.duration > 0 ? video.duration : undefined);
      video.removeAttribute('src');
      video.load();
    };
    const timer = setTimeout(end, patience);
    video.onloadedmetadata = video.onerror = () => {
      clearTimeout(timer);
      end();
    };
    video.preload = 'metadata';
    video.src = address;
  });
}
