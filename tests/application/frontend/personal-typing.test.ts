/** The two fields of a personal page in the engine for typing, and what an earlier release stored of them. */
import { describe, expect, it } from 'vitest';
import type { MyFacts } from '#application/personal/rules/my-facts.ts';
import { DeviceStore } from '#client/device-store.ts';
import { Journal } from '#client/typing/journal.ts';
import { Typing } from '#client/typing/typing.ts';
import { adapterOf, filledInOf, storedBefore } from '#screens/personal/saver.ts';
import { MemoryStore } from '../../support/memory-store.ts';

const factsOf = (more: Partial<MyFacts> = {}): MyFacts =>
  ({ ver: 3, grid: 'g1', cells: '000', priority: ['a', 'b'], wishes: { state: 'open', until: '' }, ...more }) as MyFacts; // of a page, what is typed

/** A page of this release over what the one before it left in the browser. */
async function pageOver(left: unknown, facts: MyFacts) {
  const store = new MemoryStore();
  store.setItem('my tok', JSON.stringify(left));
  const device = new DeviceStore(() => store);
  const sent: unknown[] = [];
  const tasks: (() => void)[] = [];
  const adapter = {
    ...adapterOf('tok'),
    send: async ({ values }: { values: object }) => ({ facts: { ...facts, ver: facts.ver + sent.push(values), ...values } }),
  };
  const around = {
    journal: new Journal(device, 'reelbase.my:tok', 't', { key: 'my tok', entries: (found) => storedBefore(found, facts) }),
    aliveTabs: async () => new Set<string>(),
    tell: () => undefined,
    after: (_ms: number, task: () => void) => {
      tasks.push(task);
      return () => void tasks.splice(tasks.indexOf(task), 1);
    },
    now: () => 1,
  };
  const typing = new Typing(adapter, around, facts);
  await typing.open();
  return { typing, store, sent, shown: () => filledInOf(typing.snapshot()) };
}

describe('unsaved edits of a personal page from the previous release', () => {
  const left = { ver: 3, grid: 'g1', edits: { cells: '101', priority: ['b', 'a'] } };

  it('are shown and sent over the same version, and stored in entries of their own from then on', async () => {
    const { typing, store, sent, shown } = await pageOver(left, factsOf());
    expect([shown().times.cells, shown().priority, typing.snapshot().conflicts]).toEqual(['101', ['b', 'a'], []]);
    expect([...store.entries.keys()].sort()).toEqual(['reelbase.my:tok:t:priority', 'reelbase.my:tok:t:times']);
    await typing.flush();
    expect(sent).toEqual([{ times: { grid: 'g1', cells: '101' } }, { priority: ['b', 'a'] }]);
  });

  it('are offered over another version, and never dropped without asking', async () => {
    const { typing, sent, shown } = await pageOver(left, factsOf({ ver: 4, priority: ['c'] }));
    expect(typing.snapshot().conflicts.map(({ path }) => path)).toEqual(['times', 'priority']);
    expect(shown().priority).toEqual(['b', 'a']);
    expect(sent).toEqual([]);
  });

  it('are ignored where they belong to another grid', async () => {
    const { typing, shown } = await pageOver({ ...left, edits: { cells: '101' } }, factsOf({ grid: 'g2', cells: '0000' }));
    expect([shown().times, typing.snapshot().unsaved]).toEqual([{ grid: 'g2', cells: '0000' }, {}]);
  });
});

describe('a personal page while somebody else saves', () => {
  it('continues with the wishes where the times changed, and asks where the same field did', async () => {
    const { typing } = await pageOver({ ver: 3, grid: 'g1', edits: {} }, factsOf());
    typing.set('priority', ['b']);
    typing.adopt(factsOf({ ver: 4, cells: '111' }));
    expect([typing.snapshot().conflicts, typing.snapshot().values]).toEqual([[], { times: { grid: 'g1', cells: '111' }, priority: ['b'] }]);
    typing.adopt(factsOf({ ver: 5, cells: '111', priority: ['c'] }));
    expect(typing.snapshot().conflicts).toEqual([{ path: 'priority', mine: ['b'], theirs: ['c'] }]);
    typing.resolve('priority', 'theirs');
    expect([typing.snapshot().values.priority, typing.snapshot().status]).toEqual([['c'], 'saved']);
  });
});
