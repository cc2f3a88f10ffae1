/** V42: when the key of a new row is left, the server is asked whether it is taken (POST /api/query, C01). */
import { useCallback, useRef } from 'react';
import { logObject } from '#client/client-log.ts';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import type { ShownProblem } from '#client/problems.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Mode } from '#fields/contract/widget.ts';
import { takenKey } from '#rules/records/record.ts';
import { sentence } from '#rules/words/wording.ts';
import { existenceSql } from './existence-sql.ts';

/** Resolves to the problem to show, [] when the key is free, undefined when there was nothing to ask. */
export function useExistence(model: ObjectModel, mode: Mode): (path: string, row: Row) => Promise<ShownProblem[] | undefined> {
  const { lang, messages } = useLanguage();
  const asked = useRef('');
  return useCallback(
    async (path, row) => {
      const { key } = model.entity;
      const id = typeof row[key] === 'string' ? row[key].trim() : '';
      if (mode !== 'create' || path !== key || model.entity.virtual || id === '' || id === asked.current) return undefined;
      asked.current = id;
      const sql = existenceSql(model.name, key, id);
      if (!sql) return undefined;
      try {
        const rows = await call('POST /api/query', { body: { options: { sql }, log: logObject('ObjectForm') } });
        if (asked.current !== id) return undefined;
        // The sentence that the save would be refused with.
        const code = takenKey(model);
        return rows.length ? [{ path: key, code, message: sentence({ path: key, code }, messages, lang, model) }] : [];
      } catch {
        return undefined; // only a courtesy: the save itself refuses a taken key
      }
    },
    [model, mode, lang, messages],
  );
}
