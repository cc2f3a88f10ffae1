/**
 * What the browser stores of a person's preferences. react-admin empties its store at sign-out; colours, columns, named views and favourites belong to the device and
 * stay, filters and selections may name people and go.
 */
import { localStorageStore, type Store } from 'react-admin';

const lasting = /^(theme$|columns\.|views\.|menu\.|favourites\.)/;

/** A store whose reset keeps the habits. */
export function buildStore(storage: Storage = localStorage): Store {
  const store = localStorageStore('1', prefix);
  return {
    ...store,
    reset() {
      const start = `RaStore${prefix}.`;
      for (const key of Object.keys(storage)) {
        const name = key.slice(start.length);
        if (key.startsWith(start) && name !== 'version' && !lasting.test(name)) store.removeItem(name);
      }
    },
  };
}

const prefix = '.reelbase';
