/** A large file to POST /api/uploads in pieces that outlive a cut line, a pause and a reload; the same file chosen again goes on where it was. */

import type { Sending, UploadPlace } from '#client/upload/send-file.ts';
import { cancelResumable, sendResumable, type UploadTarget, unfinishedUploads } from '#client/upload/send-resumable.ts';
import type { UploadState } from '#framework/files/wire.ts';
import { sizeText } from '#rules/records/upload.ts';

/** Bytes from which on a file goes in pieces; films do at any size. */
const large = 8 * 1_048_576;

export function isLarge(file: File): boolean {
  return file.size > large || file.type.startsWith('video/');
}

/** @param onAway the line is cut, and tried again by itself; false when bytes go again */
export function sendLarge(file: File, place: UploadPlace, onProgress: (part: number) => void, onAway: (away: boolean) => void): Sending {
  const pausing = new AbortController();
  const target = targetOf(place);
  const done = sendResumable<Required<Pick<UploadState, 'attachment'>>>(file, target, {
    signal: pausing.signal,
    onProgress: (sent, total) => {
      onAway(false);
      onProgress(sent / total);
    },
    onRetry: () => onAway(true),
  }).then(({ attachment }) => attachment);
  return {
    done,
    pause: () => pausing.abort(),
    cancel: () => {
      pausing.abort();
      void cancelResumable(file, target);
    },
  };
}

/** Takes back what a paused upload has sent so far. */
export function dropLarge(file: File, place: UploadPlace): void {
  void cancelResumable(file, targetOf(place));
}

/** Files of this field that were left in the middle: 'river.mp4 (1.2 GB)'. */
export function unfinishedOf(place: UploadPlace): string[] {
  return unfinishedUploads(targetOf(place)).map(({ name, size }) => `${name} (${sizeText(size)})`);
}

function targetOf({ object, id, field }: UploadPlace): UploadTarget {
  return { address: '/api/uploads', place: { object, id, field } };
}
