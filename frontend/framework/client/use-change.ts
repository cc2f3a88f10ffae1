import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Answered, CallName } from '#framework/api/wire.ts';
import { type CallInput, call } from './http-client.ts';
import { useNotices } from './notices/Notices.tsx';

/** What nothing that is written changes, or what an open form keeps until it asks itself. */
const lasting: ReadonlySet<string> = new Set(['objects', 'auth', 'row', 'validator', 'preview']);

/** Which answers are asked for anew where rows of any object may have been written. */
export const afterAnyChange = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => !lasting.has(String(queryKey[0])) };

const none: readonly string[] = [];

export interface Change {
  busy: boolean;
  /** undefined where it failed, which has been said */
  send: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<Answered<Name> | undefined>;
}

/** Sends what a screen changes, says what went wrong, and asks anew for the answers whose query keys begin with one of `stale`: a constant list. */
export function useChange(stale: readonly string[] = none): Change {
  const client = useQueryClient();
  const { failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const send = useCallback<Change['send']>(
    async (name, input) => {
      setBusy(true);
      try {
        return await call(name, input);
      } catch (error) {
        failure(error);
        return undefined;
      } finally {
        setBusy(false);
        await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
      }
    },
    [client, failure, stale],
  );
  return { busy, send };
}
