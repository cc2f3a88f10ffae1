/** One page while it is edited: the changes, the last removed work, and the save through the records API on the version that was read (K05). */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { PageName } from '#application/viewing/rules/page-address.ts';
import { type PageWork, storedWorks, worksOf } from '#application/viewing/rules/works.ts';
import { ApiError } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { type Conflict, changedFields, mergeThreeWays } from '#rules/records/record.ts';

/** The part of a page that the composer edits. */
export interface Draft {
  title: string;
  intro: string;
  start: string;
  end: string;
  access: string;
  protect: boolean;
  mark: string;
  enabled: boolean;
  /** a new password; '' leaves the present one */
  pw: string;
  works: PageWork[];
}

export interface Removed {
  work: PageWork;
  /** the position from which it was removed */
  at: number;
}

export interface ComposerState {
  draft: Draft;
  dirty: boolean;
  busy: boolean;
  removed: Removed[];
  /** path → sentence, from the last refusal */
  problems: Record<string, string>;
  conflict: { conflicts: Conflict[]; theirs: Row; merged: Row } | undefined;
  change: (patch: Partial<Draft>) => void;
  remove: (at: number) => void;
  /** restores the work that was removed last */
  restore: () => void;
  save: () => Promise<boolean>;
  settle: (choices: Record<string, 'mine' | 'theirs'>) => Promise<boolean>;
  dropConflict: () => void;
}

export function useComposer(model: ObjectModel, name: PageName, row: Row | null): ComposerState {
  const translate = useTranslate();
  const words = useWords();
  const notices = useNotices();
  const client = useQueryClient();
  const [base, setBase] = useState<Row | null>(row);
  const [draft, setDraft] = useState<Draft>(() => draftOf(row));
  const [removed, setRemoved] = useState<Removed[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [conflict, setConflict] = useState<ComposerState['conflict']>();
  const [busy, setBusy] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;
  const dirty = useMemo(() => JSON.stringify(draft) !== JSON.stringify(draftOf(base)), [draft, base]);

  const adopt = (saved: Row, text: Row) => {
    setBase(saved);
    setDraft(draftOf(text));
  };
  const finish = async (saved: Row) => {
    adopt(saved, saved);
    setRemoved([]);
    setProblems({});
    await Promise.all([client.invalidateQueries({ queryKey: ['vpman'] }), client.invalidateQueries({ queryKey: [model.name] })]);
  };
  const send = async (mine: Row, from: Row | null): Promise<boolean> => {
    if (!from) {
      const { data } = await dataProvider.create(model.name, { data: { cid: name.campaign, pg: name.pg, lang: name.lang, ...mine } });
      notices.positive(translate('vpman.made'));
      await finish(data);
      return true;
    }
    const changed = changedFields(from, { ...from, ...mine }, model);
    // The server never sends a password, so typed text is a new one.
    if (mine.pw) changed.pw = mine.pw;
    else delete changed.pw;
    if (Object.keys(changed).length === 0) {
      notices.inform(words('msg.nochange'));
      return true;
    }
    try {
      const { data } = await dataProvider.update(model.name, { id: String(from.id), data: changed, previousData: { id: String(from.id), ...from } });
      notices.positive(translate('form.saved', { smart_count: Object.keys(changed).length }));
      await finish(data);
      return true;
    } catch (error) {
      const theirs = staleRow(error);
      if (!theirs) throw error;
      const { merged, conflicts } = mergeThreeWays(from, { ...from, ...mine }, theirs, model);
      if (conflicts.length > 0) {
        setConflict({ conflicts, theirs, merged });
        return false;
      }
      adopt(theirs, merged);
      return send({ ...rowOf(draftOf(merged)), ...(mine.pw && { pw: mine.pw }) }, theirs);
    }
  };
  const guarded = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      notices.failure(error);
      if (error instanceof ApiError) setProblems(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const change = useCallback((patch: Partial<Draft>) => setDraft((before) => ({ ...before, ...patch })), []);
  return {
    draft,
    dirty,
    busy,
    removed,
    problems,
    conflict,
    change,
    remove: (at) => {
      const work = draft.works[at];
      if (!work) return;
      setRemoved([...removed, { work, at }]);
      change({ works: draft.works.filter((_, index) => index !== at) });
    },
    restore: () => {
      const last = removed.at(-1);
      if (!last) return;
      setRemoved(removed.slice(0, -1));
      if (draft.works.some(({ key }) => key === last.work.key)) return;
      const works = [...draft.works];
      works.splice(Math.min(last.at, works.length), 0, last.work);
      change({ works });
    },
    save: () => guarded(() => send(rowOf(latest.current), base)),
    settle: (choices) =>
      guarded(async () => {
        if (!conflict) return false;
        const mine = { ...conflict.merged };
        for (const one of conflict.conflicts) mine[one.field] = choices[one.field] === 'mine' ? one.mine : one.theirs;
        setConflict(undefined);
        adopt(conflict.theirs, mine);
        return send(rowOf(draftOf(mine)), conflict.theirs);
      }),
    dropConflict: () => setConflict(undefined),
  };
}

export function draftOf(row: Row | null): Draft {
  const text = (field: string) => (typeof row?.[field] === 'string' ? String(row[field]) : '');
  return {
    ...{ title: text('title'), intro: text('intro'), start: text('start'), end: text('end'), access: text('access') || 'open', pw: '' },
    ...{ protect: row?.protect === true, mark: text('mark') || 'name', enabled: row ? row.enabled !== false : true, works: worksOf(row ?? undefined) },
  };
}

/** The draft in the form of the record. */
export function rowOf({ works, pw, ...draft }: Draft): Row {
  return { ...draft, works: storedWorks(works), ...(pw && { pw }) };
}

/** The present row from a 412 answer. */
function staleRow(error: unknown): Row | undefined {
  if (!(error instanceof ApiError) || error.status !== 412) return undefined;
  const data = error.body?.data;
  return typeof data === 'object' && data !== null ? (data as Row) : undefined; // the answer has the current row (decision 003)
}
