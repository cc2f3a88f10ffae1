/** Remembers in this browser that the welcome text was read. */
import { onDevice } from '#client/device-store.ts';

const keyOf = (campaign: string): string => `reelbase.selection.welcomed:${campaign}`;

export function wasWelcomed(campaign: string): boolean {
  return onDevice.read(keyOf(campaign)) !== undefined;
}

/** In a browser that stores nothing, the welcome text is shown again. */
export function noteWelcome(campaign: string): void {
  onDevice.write(keyOf(campaign), 1);
}
