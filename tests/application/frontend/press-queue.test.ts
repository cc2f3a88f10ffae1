/** A forum day in the engine for typing: presses in the browser until the server has them, and what the answers say of the day. */
import { describe, expect, it } from 'vitest';
import type { DayFacts } from '#application/forum-day/rules/day-facts.ts';
import { DeviceStore } from '#client/device-store.ts';
import { ApiError } from '#client/http-client.ts';
import { Journal } from '#client/typing/journal.ts';
import { Typing } from '#client/typing/typing.ts';
import type { JsonValue } from '#codegen/model.ts';
import { type DaySetup, dayAdapter, type Followed, followed, type PressAction, pressesBefore, pressesByDay, queuedIn } from '#screens/forum-day/press-queue.ts';
import { MemoryStore } from '../../support/memory-store.ts';

const deed: PressAction = { kind: 'clear' };
const day = { day: 'd1', events: [] as { id: string }[] } as DayFacts; // of a day, what is looked at
const known: Followed = { version: '1.1.0', since: '', facts: day, ahead: 0 };
const setup: DaySetup = { user: 'u', campaign: 'c', asked: '', at: null, onRefused: () => undefined, onFailed: () => undefined };
const press = (pressedAt: number, on = 'd1') => ({ day: on, deed, pressedAt }) as unknown as JsonValue; // only words and numbers

/** A page over what the browser holds; `line` throws where it is away. */
async function page(store: MemoryStore, tab: string, line: () => void) {
  const sent: { day: string; ids: string[] }[] = [];
  const adapter = {
    ...dayAdapter(setup, (id) => typing.forget(id)),
    read: async () => known,
    send: async ({ values }: { values: Record<string, JsonValue> }) => {
      line();
      for (const { day: on, presses } of pressesByDay(queuedIn(values), 0)) sent.push({ day: on, ids: presses.map(({ id }) => id) });
      return { facts: known };
    },
  };
  const journal = new Journal(new DeviceStore(() => store), 'forum-day:u:c', tab, { key: 'forum-day:u:c', entries: pressesBefore });
  const around = { journal, aliveTabs: async () => new Set<string>(), tell: () => undefined, after: () => () => undefined, now: () => 7 };
  const typing: Typing<Followed> = new Typing(adapter, around, known);
  await typing.open();
  return { typing, sent, waiting: () => queuedIn(typing.snapshot().unsaved).map(({ id }) => id) };
}

const away = () => {
  throw new TypeError('no line');
};

describe('E05 a press that the server does not have', () => {
  it('is found by the next page, sent in the order of pressing, by day, and gone once it is sent', async () => {
    const store = new MemoryStore();
    const first = await page(store, 'one', away);
    for (const [id, value] of [
      ['p2', press(2)],
      ['p3', press(3, 'd2')],
    ] as const)
      first.typing.set(id, value);
    await first.typing.flush();
    expect([first.waiting(), store.length]).toEqual([['p2', 'p3'], 2]);
    first.typing.rest();
    store.setItem('forum-day:u:c', JSON.stringify([{ id: 'p1', day: 'd1', deed, pressedAt: 1 }]));
    const next = await page(store, 'two', () => undefined);
    expect(next.waiting()).toEqual(['p1', 'p2', 'p3']);
    await next.typing.flush();
    expect(next.sent).toEqual([
      { day: 'd1', ids: ['p1', 'p2'] },
      { day: 'd2', ids: ['p3'] },
    ]);
    expect([next.waiting(), store.length]).toEqual([[], 0]);
  });

  it('is given up where the call is refused, and stays where the server only asks to wait', async () => {
    const store = new MemoryStore();
    const refuse = (status: number) => () => {
      throw new ApiError(status, '', { done: false, msg: '', data: null, err: { code: status === 429 ? 'msg.limit' : 'msg.forbidden', message: '' } });
    };
    for (const [status, left] of [
      [429, ['p1']],
      [403, []],
    ] as const) {
      const { typing, waiting } = await page(store, 'one', refuse(status));
      typing.set('p1', press(1));
      await typing.flush();
      expect(waiting()).toEqual(left);
    }
  });
});

describe('what an answer says of the day', () => {
  it('adds marks once, and one that another answer has overtaken changes nothing', () => {
    const event = { id: 'e1' } as DayFacts['events'][number];
    const marked = followed(known, { version: '2.1.0', now: 100, events: [event] }, 0);
    expect([marked.facts.events, marked.ahead, followed(marked, { version: '2.1.0', now: 300, events: [] }, 0)]).toEqual([[event], 0, marked]);
    expect(followed(marked, { version: '3.1.0', now: 2_000, events: [event] }, 0)).toMatchObject({
      version: '3.1.0',
      ahead: 2_000,
      facts: { events: [event] },
    });
    const { join } = dayAdapter(setup, () => undefined);
    expect([join(known, marked), join(marked, followed(known, { version: '3.1.0', now: 0, events: [] }, 0))]).toEqual([marked, marked]);
  });
});
