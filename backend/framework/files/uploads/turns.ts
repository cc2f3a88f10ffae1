/**
 * One piece of an upload at a time: who comes second waits, and a sender that has fallen silent gives way to one that speaks. Among the connections of
 * this process the map below decides, among processes of one database a row.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '#framework/data/engine/connect.ts';
import { findTurn, type HeldTurn, keepTurn, leaveTurn, takeOverTurn, takeTurn } from '#framework/data/system/files/upload-turns.ts';

/** ms without a byte after which a waiting connection may take over: a telephone that lost its network comes back on another one. */
const silence = 4_000;
/** ms between two signs of life for the other processes, and between two looks at theirs */
const beatEvery = 1_000;
const lookEvery = 250;

export interface Turn {
  /** A sign of life, before a byte is written. @throws Error where another process sends on meanwhile */
  hold(): Promise<void>;
  /** Signs of life by themselves during work that takes its time without a byte: looking into a file, handing it to the store. */
  holdOn<T>(work: () => Promise<T>): Promise<T>;
  /** ends the receiving; undefined while nothing is being received */
  cut: (() => void) | undefined;
}

interface Running extends Turn {
  heardAt: number;
  ended: Promise<void>;
}

/** Of this process: each database has its own, for each has its own uploads. */
const turns = new WeakMap<Database, Map<string, Running>>();

function turnsOf(db: Database): Map<string, Running> {
  const known = turns.get(db) ?? new Map<string, Running>();
  turns.set(db, known);
  return known;
}

/** Runs the work alone among all works of this id, in every process. A lease, no queue of a row: a silent holder loses it to the next. */
export async function withLease<T>(db: Database, id: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  const running = turnsOf(db);
  for (let before = running.get(id); before; before = running.get(id)) await outwait(before);
  let end = () => {};
  const holder = randomUUID();
  const turn: Running = {
    ...signsOfLife(db, id, holder, () => turn),
    heardAt: performance.now(),
    cut: undefined,
    ended: new Promise((ended) => (end = ended)),
  };
  running.set(id, turn);
  try {
    await takeAmongProcesses(db, id, holder, turn);
    try {
      return await work(turn);
    } finally {
      // Who cannot say so now is outwaited.
      await leaveTurn(db, id, holder).catch(() => undefined);
    }
  } finally {
    running.delete(id);
    end();
  }
}

function signsOfLife(db: Database, id: string, holder: string, own: () => Running): Pick<Turn, 'hold' | 'holdOn'> {
  let beatAt = performance.now();
  const beat = async () => {
    beatAt = performance.now();
    if (!(await keepTurn(db, id, holder))) throw new Error('another process sends on');
  };
  return {
    async hold() {
      own().heardAt = performance.now();
      if (performance.now() - beatAt >= beatEvery) await beat();
    },
    async holdOn(working) {
      await beat();
      const timer = setInterval(() => {
        own().heardAt = performance.now();
        beat().catch(() => undefined); // the row's transaction will say
      }, beatEvery);
      try {
        return await working();
      } finally {
        clearInterval(timer);
      }
    },
  };
}

async function outwait(before: Running): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tick = new Promise<void>((ticked) => {
    timer = setTimeout(ticked, Math.max(50, before.heardAt + silence - performance.now()));
  });
  await Promise.race([before.ended, tick]);
  clearTimeout(timer);
  if (performance.now() - before.heardAt >= silence) before.cut?.();
}

/** Until it is free, or its holder has given no sign of life for as long, by this process's own clock. */
async function takeAmongProcesses(db: Database, id: string, holder: string, turn: Running): Promise<void> {
  let seen: { held: HeldTurn; since: number } | undefined;
  while (!(await takeTurn(db, id, holder))) {
    turn.heardAt = performance.now();
    const held = await findTurn(db, id);
    if (!held) continue;
    if (seen?.held.holder !== held.holder || seen.held.beat !== held.beat) seen = { held, since: performance.now() };
    else if (performance.now() - seen.since >= silence && (await takeOverTurn(db, id, held, holder))) return;
    await new Promise((later) => setTimeout(later, lookEvery));
  }
}
