/** A mark of this browser: the welcome was read. */
import { onDevice } from '#client/device-store.ts';

const keyOf = (campaign: string): string => `reelbase.selection.welcomed:${campaign}`;

export function wasWelcomed(campaign: string): boolean {
  return onDevice.read(keyOf(campaign)) !== undefined;
}

/** Where the browser keeps nothing it is shown once more. */
export function noteWelcome(campaign: string): void {
  onDevice.write(keyOf(campaign), 1);
}
