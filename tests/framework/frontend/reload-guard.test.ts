import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayReload, reloadOnce } from '#ui/reload-guard.ts';

/** What of Storage the guard uses, over a map. */
function memory(): Storage {
  const held = new Map<string, string>();
  const storage = { getItem: (key: string) => held.get(key) ?? null, setItem: (key: string, value: string) => void held.set(key, value) };
  return storage as Storage; // the guard reads and writes single entries only
}

describe('R46 a part that fails to load', () => {
  it('R46 reloads at most once in 10 s', () => {
    expect(mayReload(null, 1_000_000)).toBe(true);
    expect(mayReload('1000000', 1_000_000)).toBe(false);
    expect(mayReload('1000000', 1_009_999)).toBe(false);
    expect(mayReload('1000000', 1_010_000)).toBe(true);
  });

  it('R46 is not blocked for ever by a clock that was set back, or by an invalid time', () => {
    expect(mayReload('2000000', 1_000_000)).toBe(true);
    expect(mayReload('yesterday', 1_000_000)).toBe(true);
  });

  it('R46 never twice within any 10 s of a running clock', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 8_000 }), { maxLength: 50 }), (pauses) => {
        let now = 1_000_000;
        let last: number | null = null;
        for (const pause of pauses) {
          now += pause;
          if (!mayReload(last === null ? null : String(last), now)) continue;
          if (last !== null && now - last < 10_000) return false;
          last = now;
        }
        return true;
      }),
    );
  });

  it('R46 reloads the page once, and not again right after that', async () => {
    const storage = memory();
    let reloads = 0;
    const page = {
      reload() {
        reloads += 1;
      },
    };
    void reloadOnce(page, storage);
    expect(reloads).toBe(1);
    await reloadOnce(page, storage);
    expect(reloads).toBe(1);
  });
});
