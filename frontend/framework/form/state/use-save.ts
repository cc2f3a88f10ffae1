/** Saving: only what changed (C07), 'no change' (K08), refusals at their fields, and concurrent changes of others (K05). */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useLogoutIfAccessDenied, useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { ApiError } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Role, Row, Transition } from '#codegen/model.ts';
import { type Conflict, changedFields, mergeThreeWays, titleOf } from '#rules/records/record.ts';
import { transitionOf } from '../conditions/states.ts';
import { newRow } from './new-row.ts';
import type { ObjectFormState } from './use-object-form.ts';

/** What follows a save: the form stays, the list comes, or a new record is begun. */
export type After = 'stay' | 'list' | 'new';

export interface OpenConflict {
  conflicts: Conflict[];
  merged: Row;
  theirs: Row;
  /** mine, as it was sent */
  sent: Row;
  after: After;
}

interface SaveSetup {
  model: ObjectModel;
  roles: readonly Role[];
  /** undefined = a new row */
  id: string | undefined;
  base: Row;
  setBase(row: Row): void;
  state: ObjectFormState;
  onSaved(row: Row, after: After): void;
}

export function useSave({ model, roles, id, base, setBase, state, onSaved }: SaveSetup) {
  const translate = useTranslate();
  const words = useWords();
  const { lang } = useLanguage();
  const notices = useNotices();
  const client = useQueryClient();
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ transition: Transition; answer(yes: boolean): void }>();
  const [conflict, setConflict] = useState<OpenConflict>();
  const running = useRef(false);
  const latest = useRef(base);
  latest.current = base;
  const attempt = useRef<{ key: string; body: string }>(undefined);

  /** The same new row sent again, after an answer that was lost, is the same request. */
  const keyFor = (payload: Row): string => {
    const body = JSON.stringify(payload);
    if (attempt.current?.body !== body) attempt.current = { body, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    return attempt.current.key;
  };

  const send = async (row: Row, from: Row, after: After): Promise<void> => {
    if (id === undefined) {
      const payload = newRow(row, model);
      const { data } = await dataProvider.create(model.name, { data: payload, meta: { idempotencyKey: keyFor(payload) } });
      notices.positive(translate('form.created', { title: titleOf(data, model, lang) }));
      return finish(data, row, after);
    }
    const changed = changedFields(from, row, model);
    const count = Object.keys(changed).length;
    if (count === 0) {
      notices.inform(words('msg.nochange'));
      if (after !== 'stay') onSaved(from, after);
      return;
    }
    const transition = transitionOf(model, roles, from, row);
    if (transition?.confirm && !(await confirmed(transition))) return;
    try {
      const { data } = await dataProvider.update(model.name, { id, data: changed, previousData: { id, ...from } });
      // What was typed came to the same once it was tidied up.
      if (data.ver === from.ver) notices.inform(words('msg.nochange'));
      else notices.positive(translate('form.saved', { smart_count: count }));
      finish(data, row, after);
    } catch (error) {
      const theirs = staleRow(error);
      if (!theirs) throw error;
      const { merged, conflicts } = mergeThreeWays(from, row, theirs, model);
      if (conflicts.length > 0) return setConflict({ conflicts, merged, theirs, sent: row, after });
      receive(theirs, row, merged);
      await send(merged, theirs, after);
    }
  };

  /** Asks what the transition wants asked. */
  const confirmed = (transition: Transition): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (yes: boolean) => {
        setAsked(undefined);
        resolve(yes);
      };
      setAsked({ transition, answer });
    });

  const finish = (saved: Row, sent: Row, after: After): void => {
    attempt.current = undefined;
    const isMore = receive(saved, sent);
    for (const queryKey of [[model.name], ['history', model.name], ['title', model.name], ['references', model.name]])
      void client.invalidateQueries({ queryKey });
    onSaved(saved, isMore ? 'stay' : after);
  };

  /**
   * The server's row becomes what the form's is compared with. What was typed since `sent`, while the server was asked, is not in it: it stays over `mine`,
   * keeps the form open, and is said to be there.
   */
  const receive = (stored: Row, sent: Row, mine = stored): boolean => {
    flushSync(() => state.pending.flush());
    const since = changedFields(sent, state.facts.row(), model);
    const isMore = Object.keys(since).length > 0;
    setBase(stored);
    state.reset(stored);
    if (isMore || mine !== stored) state.setRow({ ...mine, ...since });
    return isMore;
  };

  const guarded = async (work: () => Promise<void>): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (await logoutIfAccessDenied(error)) return;
      refuse(error);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const refuse = (error: unknown): void => {
    notices.failure(error);
    if (!(error instanceof ApiError)) return;
    const found = error.fields.map(({ path, code, message }) => ({ path, code, message }));
    if (found.length === 0 && error.code === 'msg.mid') found.push({ path: model.entity.key, code: error.code, message: error.message });
    state.setTried(true);
    state.tell(found);
    state.goTo(found);
  };

  return {
    busy,
    asked,
    conflict,
    dropConflict: () => setConflict(undefined),
    /** Takes a version that somebody saved meanwhile into the form, where what is typed leaves it alone; otherwise what both have changed, and nothing is done. */
    take(theirs: Row): Conflict[] {
      flushSync(() => state.pending.flush());
      const { merged, conflicts } = mergeThreeWays(latest.current, state.facts.row(), theirs, model);
      if (!conflicts.length) receive(theirs, state.facts.row(), merged);
      return conflicts;
    },
    /** Hands over what is still being typed, checks, and saves. */
    save: (after: After = 'stay'): Promise<void> =>
      guarded(async () => {
        const wrong = await state.check();
        const row = state.facts.row();
        if (wrong.length > 0) {
          state.setTried(true);
          notices.negative(wrong.map((problem) => problem.message));
          return state.goTo(wrong);
        }
        await send(row, base, after);
      }),
    /** `choices`: field → whose value stays. */
    settle: (choices: Record<string, 'mine' | 'theirs'>): Promise<void> =>
      guarded(async () => {
        if (!conflict) return;
        const row = { ...conflict.merged };
        for (const one of conflict.conflicts) row[one.field] = choices[one.field] === 'mine' ? one.mine : one.theirs;
        setConflict(undefined);
        receive(conflict.theirs, conflict.sent, row);
        await send(row, conflict.theirs, conflict.after);
      }),
  };
}

/** The present row, out of a 412 answer. */
function staleRow(error: unknown): Row | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const data = error.body?.data;
  return typeof data === 'object' && data !== null ? (data as Row) : undefined; // decision 003: the current row
}
