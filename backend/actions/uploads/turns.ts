/** One piece of an upload at a time: who comes second waits, and a sender that has fallen silent gives way to one that speaks. */

/** ms without a byte after which somebody who waits may take over: a telephone that lost its network comes back on another connection. */
const silence = 4_000;

export interface Turn {
  /** when the last byte came, by the process's clock */
  heardAt: number;
  /** ends the sending; undefined while nothing is being received */
  cut: (() => void) | undefined;
}

interface Running extends Turn {
  ended: Promise<void>;
}

const running = new Map<string, Running>();

/** Does the work alone among all works of this id. */
export async function inTurn<T>(id: string, work: (turn: Turn) => Promise<T>): Promise<T> {
  for (let before = running.get(id); before; before = running.get(id)) await outwait(before);
  let end = () => {};
  const turn: Running = { heardAt: Date.now(), cut: undefined, ended: new Promise((ended) => (end = ended)) };
  running.set(id, turn);
  try {
    return await work(turn);
  } finally {
    running.delete(id);
    end();
  }
}

async function outwait(before: Running): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tick = new Promise<void>((ticked) => {
    timer = setTimeout(ticked, Math.max(50, before.heardAt + silence - Date.now()));
  });
  await Promise.race([before.ended, tick]);
  clearTimeout(timer);
  if (Date.now() - before.heardAt >= silence) before.cut?.();
}
