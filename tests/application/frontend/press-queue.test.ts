/** Presses of a forum day in the browser until the server has them. */
import { describe, expect, it } from 'vitest';
import { DeviceStore } from '#client/device-store.ts';
import { buildQueue, nextPresses, type PressAction } from '#screens/forum-day/press-queue.ts';
import { MemoryStore } from '../../support/memory-store.ts';

const deed: PressAction = { kind: 'clear' };
const nobody = async () => new Set<string>();

describe('E05 a press that the server does not have', () => {
  it('is sent by the next page, in the order of pressing, and removed once it is sent', async () => {
    const device = new DeviceStore(() => store);
    const store = new MemoryStore();
    const queue = buildQueue('u', 'c', device, nobody);
    queue.add('d1', deed);
    queue.add('d1', { kind: 'delay', of: 'room', who: 'A', start: '', minutes: 5 });
    const next = buildQueue('u', 'c', device, nobody);
    await next.recall();
    expect(next.read()).toEqual(queue.read());
    next.remove(new Set(queue.read().map(({ id }) => id)));
    expect([next.read(), store.length]).toEqual([[], 0]);
    const other = buildQueue('v', 'c', device, nobody);
    await other.recall();
    expect(other.read()).toEqual([]);
  });

  it('of the previous release is sent before newer ones', async () => {
    const store = new MemoryStore();
    const old = { id: 'p1', day: 'd1', deed, pressedAt: 7 };
    store.setItem('forum-day:u:c', JSON.stringify([old]));
    const queue = buildQueue('u', 'c', new DeviceStore(() => store), nobody);
    queue.add('d1', deed);
    await queue.recall();
    expect([queue.read().length, queue.read()[0], store.entries.has('forum-day:u:c'), store.length]).toEqual([2, old, false, 2]);
    expect(nextPresses(queue.read(), 1_007)?.presses[0]).toMatchObject({ id: 'p1', kind: 'clear', ago: 1_000 });
  });
});
