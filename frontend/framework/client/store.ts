/**
 * What the browser stores of a person's preferences. react-admin empties its store at sign-out; colours, columns, named views and favourites belong to the device and
 * stay, filters and selections may name people and go. Where the browser has no room for a value, it lasts as long as the page.
 */
import { localStorageStore, type Store } from 'react-admin';
import { attempt } from './device-store.ts';

const lasting = /^(theme$|columns\.|views\.|menu\.|favourites\.)/;

/** A store whose reset keeps the habits. */
export function buildStore(storage?: Storage): Store {
  const store = localStorageStore('1', prefix);
  const unstored = new Map<string, unknown>();
  const heard = new Set<{ key: string; callback: (value: unknown) => void }>();
  return {
    ...store,
    setup: () => void attempt(store.setup),
    // What a key has is what was set at it, as the browser's own store takes it.
    getItem: <T>(key: string, otherwise?: T) => (unstored.has(key) ? (unstored.get(key) as T) : store.getItem(key, otherwise)),
    setItem(key, value) {
      unstored.delete(key);
      if (attempt(() => [store.setItem(key, value)])) return;
      unstored.set(key, value);
      for (const one of heard) if (one.key === key) one.callback(value);
    },
    removeItem(key) {
      unstored.delete(key);
      store.removeItem(key);
    },
    subscribe(key, callback) {
      const one = { key, callback };
      heard.add(one);
      const leave = store.subscribe(key, callback);
      return () => {
        heard.delete(one);
        leave();
      };
    },
    reset() {
      const start = `RaStore${prefix}.`;
      for (const key of unstored.keys()) if (!lasting.test(key)) this.removeItem(key);
      for (const key of attempt(() => Object.keys(storage ?? localStorage)) ?? []) {
        const name = key.slice(start.length);
        if (key.startsWith(start) && name !== 'version' && !lasting.test(name)) store.removeItem(name);
      }
    },
  };
}

const prefix = '.reelbase';
