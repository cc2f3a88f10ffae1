/**
 * What was typed into a form and not saved, stored as long as the tab by the journal of the engine for typing (#client/typing), so that a reload or a lost
 * session costs nothing. One draft a row: a form is saved as a whole. Passwords are never stored.
 */
import { inTab } from '#client/device-store.ts';
import { Journal } from '#client/typing/journal.ts';
import { tab } from '#client/typing/tabs.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { isObject, isSecret } from '#rules/records/record.ts';

export interface Draft {
  /** the row as it was on the server, for three-way comparison; null for a new row */
  base: Row | null;
  row: Row;
  /** milliseconds since the epoch */
  at: number;
}

/** The whole row is its one field. */
const whole = '';

export class Drafts {
  readonly #journal: Journal;
  readonly #model: ObjectModel;

  constructor(model: ObjectModel, id = '', store = inTab) {
    this.#model = model;
    const mark = `draft:${model.name}:`;
    this.#journal = new Journal(store, mark + encodeURIComponent(id), tab, {
      key: mark + id,
      // Until 0.2.0: {ver, base, row, at}.
      entries: (found) =>
        isObject(found) && isObject(found.row) && typeof found.at === 'number'
          ? [{ path: whole, edit: { value: found.row, from: found.base ?? null, sent: [] }, at: found.at }]
          : [],
    });
  }

  /** What an earlier page of this tab left. */
  find(): Draft | undefined {
    // Storage of the tab: whatever page wrote it is no more.
    const [newest] = this.#journal.adopt(new Set()).sort((one, two) => two.at - one.at);
    const { value, from } = newest?.edit ?? {};
    if (!newest || !isObject(value)) return undefined;
    const named = (row: Row) => underPresentNames(row, this.#model);
    // A row, as `keep` wrote it.
    return { base: isObject(from) ? named(from as Row) : null, row: named(value as Row), at: newest.at };
  }

  /** A convenience: where there is no room the form itself goes on. */
  keep({ base, row, at }: Draft): void {
    this.#journal.write(whole, { value: withoutSecrets(row, this.#model), from: base, sent: [] }, at);
  }

  drop(): void {
    this.#journal.drop(whole);
  }
}

/** What this tab has drafts of, as it was typed; `id` is '' where the row is new. Only looked at: the form is what takes one up. */
export function draftedRows(model: ObjectModel, store = inTab): { id: string; row: Row }[] {
  const mark = `draft:${model.name}:`;
  return store.keys(mark).flatMap((key) => {
    const found = store.read(key);
    const edit = isObject(found) && isObject(found.edit) ? found.edit.value : undefined;
    // Storage of the tab: whatever page wrote it is no more.
    return isObject(edit) ? [{ id: decodeURIComponent(key.slice(mark.length).split(':')[0] ?? ''), row: edit as Row }] : [];
  });
}

/** What was typed into a field before it was renamed (x-was) is its own still, unless another has the name now. */
function underPresentNames(row: Row, { fields }: ObjectModel): Row {
  const nameOf = (name: string) => (fields.some((field) => field.name === name) ? name : (fields.find(({ was }) => was?.includes(name))?.name ?? name));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [nameOf(name), value]));
}

function withoutSecrets(row: Row, model: ObjectModel): Row {
  const secret = new Set(model.fields.filter(isSecret).map((field) => field.name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !secret.has(name)));
}
