import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Removes a folder that may still be written into. Node's own `maxRetries` lists it once, and fails by what came after. */
export async function removeFolder(folder: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 50) throw error;
      await wait(100);
    }
  }
}
