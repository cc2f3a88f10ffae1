/** The state of one open form: row, problems, layout and what RJSF is given. Saving is use-save.ts. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { useLanguage } from '#client/language.tsx';
import type { ClientEntry, ValidatorModule } from '#client/objects.tsx';
import type { ShownProblem } from '#client/problems.ts';
import type { JsonSchema, Lang, ObjectModel, Role, Row } from '#codegen/model.ts';
import type { FormFacts } from '#fields/contract/form-facts.ts';
import { type Path, spelled as spell, unspelled, valueIn, withValue } from '#fields/contract/path.ts';
import { Pending } from '#fields/contract/pending.ts';
import type { Mode } from '#fields/contract/widget.ts';
import { rulesOf } from '#rules/application.ts';
import { computeRow } from '#rules/records/computed.ts';
import { changedFields } from '#rules/records/record.ts';
import { labelAt, type Messages } from '#rules/words/wording.ts';
import { schemasAt } from '#ui/code/offers.ts';
import { evaluateConditions } from '../conditions/conditions.ts';
import { withLimits, withState } from '../conditions/states.ts';
import { useEdition } from '../conditions/use-edition.ts';
import { boxId, mainIds } from '../rjsf/RowField.tsx';
import { countByTab, layoutOf, tabOf } from '../schema/layout.ts';
import { localise } from '../schema/localise.ts';
import { currenciesOf, deriveUiSchema, isHidden } from '../schema/ui-schema.ts';
import { buildRjsfValidator, buildValidator } from '../schema/validator.ts';
import { followed } from './new-row.ts';
import { whenReleased } from './pointer.ts';
import { visibleProblems } from './problems.ts';
import { useOutside } from './use-outside.ts';

export interface ObjectFormSetup {
  entry: Pick<ClientEntry, 'model' | 'schema'>;
  module: ValidatorModule;
  mode: Mode;
  roles: readonly Role[];
  writable: boolean;
  /** the row as the server has it; of a new row its defaults */
  base: Row;
  /** fields that other rows keep as they are */
  locked?: readonly string[];
  /** of a form of a part of a record: whose record, and what its ids begin with */
  object?: string;
  ids?: string;
  /** a field was left; called after its value arrived */
  onLeave?(path: string, row: Row): void;
}

export function useObjectForm({ entry, module, mode, roles, writable, base, locked = none, object, ids = mainIds, onLeave }: ObjectFormSetup) {
  const { model, schema } = entry;
  const { lang, messages } = useLanguage();
  const form = useFormContext<FormValues>();
  const row = useWatch({ control: form.control, name: 'row' }) as Row; // see FormValues
  const rowNow = useCallback(() => form.getValues('row') as Row, [form]); // see FormValues
  const [tab, setTab] = useState('');
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [foreign, setForeign] = useState<ForeignProblem[]>([]);
  const [troubles, setTroubles] = useState<ReadonlyMap<string, string>>(new Map());
  const [isUnsaved, setUnsaved] = useState(false);
  const [pending] = useState(() => new Pending());

  const edition = useEdition(model, row);
  const validator = useMemo(() => buildValidator(module, model, lang, messages, mode), [module, model, lang, messages, mode]);
  const conditions = useSteady(
    useMemo(
      () =>
        withLimits(
          withState(evaluateConditions(model, module.conditions, row), model, roles, mode === 'edit' ? base : undefined, row, module.conditions),
          model,
          { locked, edition, offered: rulesOf(model.name).offered?.(row) },
        ),
      [model, module, roles, mode, base, row, locked, edition],
    ),
  );
  const currencies = useSteady(useMemo(() => currenciesOf(model.fields, row), [model, row]));
  const context = useMemo(() => ({ mode, roles, writable, conditions, currencies }), [mode, roles, writable, conditions, currencies]);
  const rendered = useMemo(() => localise(schema, model, lang), [schema, model, lang]);
  const rjsf = useMemo(() => buildRjsfValidator(module, rendered), [module, rendered]);
  const uiSchema = useMemo(() => deriveUiSchema(model, context), [model, context]);
  const layout = useMemo(() => {
    const shown = model.fields.filter((field) => !isHidden(field, field.name, context)).map((field) => field.name);
    return layoutOf(model, new Set(shown));
  }, [model, context]);

  const own = useMemo(() => validator.problemsOf(row, base), [validator, row, base]);
  const all = useMemo(() => {
    const broken = [...troubles].map(([path, message]): ShownProblem => ({ path, code: 'field.invalid', message }));
    // A sentence of the server's in the other language is translated where the field's name is its only value, else it is removed.
    const spoken = foreign.flatMap((problem) => (problem.lang === lang ? problem : said(problem, messages, lang, model)));
    const stillThere = spoken.filter((problem) => textAt(row, problem.path) === problem.value || problem.path === '');
    const known = new Set(own.map((problem) => problem.path));
    return [...broken, ...own, ...stillThere.filter((problem) => !known.has(problem.path))];
  }, [own, foreign, troubles, row, lang, messages, model]);
  const problems = useMemo(() => {
    const reported = new Set([...foreign.map((problem) => problem.path), ...troubles.keys()]);
    return visibleProblems(all, new Set([...touched, ...reported].filter(Boolean)), tried);
  }, [all, touched, tried, foreign, troubles]);
  const counts = useMemo(() => countByTab(layout, problems), [layout, problems]);
  const changed = useMemo(() => Object.keys(changedFields(base, row, model)), [base, row, model]);

  const latest = useRef({ row, onLeave, layout, validator });
  latest.current = { row, onLeave, layout, validator };
  const { outside, look, forget } = useOutside(model, () => form.setValue('row', computeRow(rowNow(), model, outside), { shouldDirty: true }));
  // Sums follow what is typed, by the rules that the server will ask.
  const setRow = useCallback(
    (next: Row) => {
      const begun = mode === 'create' ? followed(rowNow(), next, model) : next;
      look(begun);
      form.setValue('row', computeRow(begun, model, outside), { shouldDirty: true });
    },
    [form, model, mode, rowNow, look, outside],
  );
  /** What the server has worked out anew over other rows; a field that what is typed here has taken further stays. */
  const follow = useCallback(
    (before: Row, values: Row) => {
      const now = rowNow();
      const same = Object.entries(values).filter(([name]) => JSON.stringify(now[name]) === JSON.stringify(before[name]));
      const wasLooking = forget();
      form.setValue('row', computeRow({ ...now, ...Object.fromEntries(same) }, model, outside));
      if (wasLooking) look(now);
    },
    [form, model, rowNow, look, forget, outside],
  );
  const facts = useMemo<FormFacts>(
    () => ({
      model,
      object: object ?? model.name,
      ids,
      lang,
      mode,
      pending,
      row: rowNow,
      leave(path: Path) {
        const spelled = spell(path);
        whenReleased(() => setTouched((before) => (before.has(spelled) ? before : new Set([...before, spelled]))));
        // The value that was typed last is on its way in the same event
        setTimeout(() => latest.current.onLeave?.(spelled, rowNow()));
      },
      change(path: Path, patch: Row) {
        const before = rowNow();
        const inside = path.length === 0 ? before : valueIn(before, path);
        const merged = { ...(inside as Row), ...patch }; // the path of an object of fields
        setRow(path.length === 0 ? merged : withValue(before, path, merged));
      },
      trouble(path: Path, message: string | undefined) {
        const spelled = spell(path);
        setTroubles((before) => {
          if (before.get(spelled) === message) return before;
          const next = new Map(before);
          if (message === undefined) next.delete(spelled);
          else next.set(spelled, message);
          return next;
        });
      },
      errorsAt: (path, value) => latest.current.validator.errorsAt(withValue(rowNow(), path, value), path),
      ruleAt: (path) => ruleAt(schema, path),
      unsaved: setUnsaved,
    }),
    [model, schema, object, ids, lang, mode, pending, rowNow, setRow],
  );

  /** Shows the tab of the first of these problems and puts the cursor into its field. */
  const goTo = useCallback(
    (found: readonly ShownProblem[]) => {
      const first = found.find((problem) => problem.path) ?? found[0];
      if (!first) return;
      const home = tabOf(latest.current.layout, first.path);
      if (home) setTab(home.key);
      requestAnimationFrame(() => focusBox(first.path, ids));
    },
    [ids],
  );
  /** The problems that prevent a save, once all that is on its way has arrived. */
  const check = async (): Promise<ShownProblem[]> => {
    flushSync(() => pending.flush());
    await pending.settled();
    return [...[...troubles].map(([path, message]) => ({ path, code: 'field.invalid', message })), ...validator.problemsOf(rowNow(), base)];
  };
  /** Problems that only the server (or a question to it) knows; each stays until its field's value changes. */
  const tell = useCallback(
    (found: ShownProblem[]) => {
      const now = rowNow();
      setForeign(found.map((problem) => ({ ...problem, lang, value: textAt(now, problem.path) })));
    },
    [rowNow, lang],
  );
  const reset = useCallback(
    (next: Row) => {
      form.reset({ row: next });
      setTouched(new Set());
      setTried(false);
      setForeign([]);
      setTroubles(new Map());
    },
    [form],
  );
  return {
    row,
    setRow,
    follow,
    changed,
    isUnsaved,
    check,
    facts,
    rendered,
    uiSchema,
    validator,
    rjsf,
    layout,
    tab,
    setTab,
    counts,
    problems,
    all,
    setTried,
    tell,
    goTo,
    reset,
    pending,
    troubles,
  };
}

const none: readonly string[] = [];

export type ObjectFormState = ReturnType<typeof useObjectForm>;

/** react-hook-form unfolds the paths of its values' type, which for the recursive Row has no end; so the row is opaque to it. */
interface FormValues {
  row: unknown;
}

interface ForeignProblem extends ShownProblem {
  lang: Lang;
  /** of its field, as `textAt` has it */
  value: string | undefined;
}

/** The value at a path, for comparing: the form hands out lists as copies. */
function textAt(row: Row, path: string): string | undefined {
  return JSON.stringify(valueIn(row, unspelled(path)));
}

function said(problem: ForeignProblem, messages: Messages, lang: Lang, model: ObjectModel): ForeignProblem[] {
  const template = messages[problem.code] ?? '{unknown}';
  if (template.replaceAll('{label}', '').includes('{')) return [];
  return [{ ...problem, lang, message: template.replaceAll('{label}', problem.path ? labelAt(model, problem.path, lang) : '') }];
}

/** The same object as long as it says the same. */
function useSteady<S>(state: S): S {
  const last = useRef({ state, spelled: JSON.stringify(state) });
  const spelled = JSON.stringify(state);
  if (last.current.spelled !== spelled) last.current = { state, spelled };
  return last.current.state;
}

function focusBox(path: string, ids: string): void {
  const parts = path.split('/');
  // The deepest box on the way that can take the cursor: a list's problem may stand at a cell or at the list
  for (let length = parts.length; length > 0; length--) {
    const box = document.getElementById(boxId(parts.slice(0, length).join('/'), ids));
    if (!box) continue;
    box.scrollIntoView({ block: 'center' });
    box.focus();
    return;
  }
}

/** The rules of a field that holds JSON, or of a part of it: a schema of its own (`x-json`), or a place of the object's. */
function ruleAt(schema: JsonSchema, path: Path): { root: JsonSchema; path: Path } {
  for (let length = path.length; length > 0; length--) {
    const own = schemasAt(schema, path.slice(0, length)).find((found) => typeof found['x-json'] === 'object')?.['x-json'];
    if (own) return { root: own as JsonSchema, path: path.slice(length) }; // an object, as asked
  }
  return { root: schema, path };
}
