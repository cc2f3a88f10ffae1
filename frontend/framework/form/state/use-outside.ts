/** Rows that a form's formulas read beyond their own record (`studio.country`): each is fetched once, when a reference that is typed in names it. */
import { useMemo, useRef } from 'react';
import { call } from '#client/http-client.ts';
import { knownModel } from '#client/objects.tsx';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { linksOfRecord } from '#rules/expressions/formulas.ts';
import { idsAlong, type Link } from '#rules/expressions/outside.ts';
import { type Outside, Place } from '#rules/expressions/value.ts';

type Reference = Link & { is: 'reference' };

export interface OutsideRows {
  outside: Outside;
  /** fetches what the row names and is not at hand; `onRow` hears of each that arrives */
  look(row: Row): void;
  /** what was fetched may be out of date; true where something was */
  forget(): boolean;
}

export function useOutside(model: ObjectModel, onRow: () => void): OutsideRows {
  const heard = useRef(onRow);
  heard.current = onRow;
  return useMemo(() => {
    const ways = linksOfRecord(model.fields).filter(isReference);
    /** null: there is none, or it may not be read; undefined: on its way */
    const rows = new Map<string, Row | null | undefined>();
    const isAtHand = (link: Reference, id: string): boolean => {
      const row = rows.get(`${link.object} ${id}`);
      return row !== undefined && row !== null && [...link.names].every((name) => !named(link.object, name) || Object.hasOwn(row, name));
    };
    return {
      outside: {
        row(object, id) {
          const row = rows.get(`${object} ${id}`);
          return row ? new Place(row, knownModel(object)?.fields) : null;
        },
        children: () => [],
        isKnown: (links, row) => links.every((link) => isReference(link) && idsAlong(row, link.path).every((id) => isAtHand(link, id))),
      },
      look(row) {
        for (const link of ways)
          for (const id of idsAlong(row, link.path)) {
            const key = `${link.object} ${id}`;
            if (rows.has(key)) continue;
            rows.set(key, undefined);
            call('GET /api/pb/:object/:id', { at: { object: link.object, id } }).then(
              (found) => {
                rows.set(key, found);
                heard.current();
              },
              () => rows.set(key, null), // the stored value stays, and the server's comes with the save
            );
          }
      },
      forget() {
        const had = rows.size > 0;
        rows.clear();
        return had;
      },
    };
  }, [model]);
}

function isReference(link: Link): link is Reference {
  return link.is === 'reference';
}

/** `names` has all that the expression says; only those that are fields there are asked for. */
function named(object: string, name: string): boolean {
  return knownModel(object)?.fields.some((field) => field.name === name) ?? false;
}
