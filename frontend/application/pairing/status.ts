/** The text of the status line below the board. It is outside of React's state, so that a moving pointer redraws only this line. */
import { useSyncExternalStore } from 'react';

export interface Said {
  text: string;
  kind: 'plain' | 'good' | 'bad';
  /** the text of a change made a moment ago: it gets an undo button */
  isDone: boolean;
}

export interface Status {
  say(text: string, kind?: Said['kind'], isDone?: boolean): void;
  read(): Said;
  listen(listener: () => void): () => void;
}

export function buildStatus(): Status {
  let said: Said = { text: '', kind: 'plain', isDone: false };
  const listeners = new Set<() => void>();
  return {
    say(text, kind = 'plain', isDone = false) {
      if (said.text === text && said.kind === kind && said.isDone === isDone) return;
      said = { text, kind, isDone };
      for (const listener of listeners) listener();
    },
    read: () => said,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useSaid(status: Status): Said {
  return useSyncExternalStore(status.listen, status.read);
}
