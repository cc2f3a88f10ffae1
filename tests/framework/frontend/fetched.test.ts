import { describe, expect, it } from 'vitest';
import { Fetched, type Line } from '#ui/fetched.ts';

/** A line whose time passes at once for the short pause, and which comes back on command. */
function lineOf(answers: boolean) {
  const waiting = new Set<() => void>();
  const timers: number[] = [];
  const line: Line = {
    after(ms, task) {
      timers.push(ms);
      if (ms < 1_000) task();
    },
    onBack(task) {
      waiting.add(task);
      return () => void waiting.delete(task);
    },
    answers: async () => answers,
  };
  return {
    line,
    timers,
    back: () => {
      for (const task of [...waiting]) task();
    },
  };
}

/** Fails as often as asked, then gives 'part'. */
function failing(times: number) {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return 'part';
  };
  return { load, tries: () => tries };
}

describe('G1 a separately fetched part of a page', () => {
  it('is there after one failure, without a message', async () => {
    const source = new Fetched(failing(1).load, lineOf(false).line);
    const states: string[] = [];
    source.subscribe(() => states.push(source.state()));
    await source.fetch();
    expect(source.get()).toBe('part');
    expect(states).toEqual(['there']);
  });

  it('appears by itself when the connection is back', async () => {
    const { line, back } = lineOf(false);
    const source = new Fetched(failing(2).load, line);
    await source.fetch();
    expect(source.state()).toBe('away');
    back();
    expect(await source.whenThere()).toBe('part');
    expect(source.state()).toBe('there');
  });

  it('appears when the connection came back during its tries', async () => {
    const source = new Fetched(failing(2).load, lineOf(true).line);
    await source.fetch();
    expect(source.state()).toBe('there');
  });

  it('is missing where the server answers without it; it is tried less and less often, and still appears', async () => {
    const { line, timers, back } = lineOf(true);
    const source = new Fetched(failing(12).load, line);
    for (let round = 0; round < 4; round += 1) {
      await source.fetch();
      expect(source.state()).toBe('gone');
    }
    expect(timers.filter((ms) => ms >= 1_000)).toEqual([3_000, 6_000, 12_000, 24_000]);
    back();
    await source.whenThere();
    expect(source.get()).toBe('part');
  });

  it('is fetched once, however often it is requested', async () => {
    const { load, tries } = failing(0);
    const source = new Fetched(load, lineOf(false).line);
    await Promise.all([source.fetch(), source.fetch(), source.whenThere()]);
    await source.fetch();
    expect(tries()).toBe(1);
  });
});
