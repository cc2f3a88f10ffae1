/** One open row: react-admin's form around RJSF, with its title, its buttons and its keys. New and existing rows share it. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { Form, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ClientEntry, ValidatorModule } from '#client/objects.tsx';
import { editPath, listPath } from '#client/paths.ts';
import { dataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import { useRowTitle } from '#client/titles.ts';
import type { Row } from '#codegen/model.ts';
import { CreateDialogContext } from '#fields/contract/create-dialog.ts';
import { ShapeDialogContext } from '#fields/contract/shape-dialog.ts';
import { LeaveGuard, type Leaving } from '#form/drafts/LeaveGuard.tsx';
import { useDraft } from '#form/drafts/use-draft.ts';
import { FormHeader } from '#form/panels/FormHeader.tsx';
import { HistoryPanel } from '#form/panels/HistoryPanel.tsx';
import { LikelyRows } from '#form/panels/LikelyRows.tsx';
import { RelatedPanel } from '#form/panels/RelatedPanel.tsx';
import { ObjectFields } from '#form/rjsf/ObjectFields.tsx';
import { beginning } from '#form/state/new-row.ts';
import { useExistence } from '#form/state/use-existence.ts';
import { useFirstBox } from '#form/state/use-first-box.ts';
import { useFollowed } from '#form/state/use-followed.ts';
import { useFormKeys } from '#form/state/use-form-keys.ts';
import { useObjectForm } from '#form/state/use-object-form.ts';
import { usePresence } from '#form/state/use-presence.ts';
import { useSave } from '#form/state/use-save.ts';
import { stampOf } from '#framework/time.ts';
import { Slot } from '#rules/slot.ts';
import { language } from '#rules/words/language.ts';
import { labelAt } from '#rules/words/wording.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { staffZone, utcToZoned } from '#ui/moment.ts';
import { part } from '#ui/part.tsx';
import { AccountSessions } from '../account/AccountSessions.tsx';
import { FactorReset } from '../account/FactorReset.tsx';
import { ResetLink } from '../account/ResetLink.tsx';
import { fetchActions, type Outcome } from '../actions/calls.ts';
import { StateBar } from '../actions/StateBar.tsx';
import { useFavourite, useOpened } from '../box/marked.ts';
import { useTalk } from '../comments/use-talk.ts';
import { useOwnNavigate } from '../layout/own-navigate.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { useNeighbours } from './use-neighbours.ts';
import '#form/rjsf/form.css';
import { Soon } from '#ui/soon.tsx';

// A form inside the form: only objects with shapes that stay shared have use for it.
const CreateDialog = part(() => import('#form/create/CreateDialog.tsx'), 'form');
const CommentsPanel = part(() => import('../comments/CommentsPanel.tsx'), 'comments');
const MergeDialog = part(() => import('../merge/MergeDialog.tsx'));
const ShapeDialog = part(() => import('#form/shape/ShapeDialog.tsx'), 'shape');

/** The props of an application's part on the form of an existing row. */
export interface FormPart {
  object: string;
  /** as stored, and as the form has it */
  before: Row;
  after: Row;
  /** of the problems that are shown */
  codes: readonly string[];
  writable: boolean;
  /** keeps what was typed for the way back */
  keep: () => void;
}

/** Parts of the application's: above the form's head line's states, and inside before the fields. Each shows nothing where it has nothing to say. */
export const formParts = new Slot<{ above: ComponentType<FormPart>[]; inside: ComponentType<FormPart>[] }>({ above: [], inside: [] });

interface ObjectFormProps {
  entry: ClientEntry;
  module: ValidatorModule;
  /** undefined = a new row */
  id: string | undefined;
  row: Row | undefined;
  /** values to begin a new row with */
  copy: Row | undefined;
}

export function ObjectForm(props: ObjectFormProps) {
  const { user } = useSession();
  const [first] = useState(() => props.row ?? beginning(props.entry.model.fields, user.id));
  const [record] = useState(() => ({ id: props.id ?? '', row: { ...first, ...props.copy } }));
  return (
    <Form record={record} className="object-form" noValidate>
      <FormBody {...props} first={first} />
    </Form>
  );
}

function FormBody({ entry, module, id, first }: ObjectFormProps & { first: Row }) {
  const { model } = entry;
  const translate = useTranslate();
  const navigate = useOwnNavigate();
  const text = useText();
  const { lang } = useLanguage();
  const session = useSession();
  const notices = useNotices();
  const mode = id === undefined ? 'create' : 'edit';
  const writable = session.may(model, mode === 'create' ? 'create' : 'update');
  const [base, setBase] = useState(first);
  const [history, setHistory] = useState(false);
  const [isMerging, setMerging] = useState(false);
  const [search] = useSearchParams();
  // '&comments=1' opens what is said about the record: notices lead there.
  const [isTalking, setTalking] = useState(search.has('comments'));
  const talk = useTalk(model.name, id);
  const [saves, setSaves] = useState(0);
  const leaving = useRef<Leaving>({ free: false, waits: false });
  const exists = useExistence(model, mode);
  const { data: open } = useQuery({
    queryKey: ['actions', model.name, id, base.ver],
    queryFn: () => fetchActions(model.name, id ?? ''),
    enabled: id !== undefined && (model.workflow !== undefined || model.actions.length > 0),
    staleTime: 10_000,
    placeholderData: (before) => before,
  });
  const state = useObjectForm({
    entry,
    module,
    mode,
    roles: session.roles,
    writable,
    base,
    locked: open?.locked,
    onLeave: (path, row) => void exists(path, row).then((found) => found && state.tell(found)),
  });
  const draft = useDraft({ model, id, base, setBase, state });
  useFollowed({ model, id, base, setBase, state });
  const dirty = state.changed.length > 0;
  const named = useRowTitle(model, base);
  const others = usePresence(model.name, id, dirty);
  const title = mode === 'create' ? translate('form.new', { name: text(model.label) }) : named;

  const go = (path: string, options?: { replace?: boolean; state?: unknown }) => {
    leaving.current.free = true;
    navigate(path, options);
  };
  /** A new record, in a form of its own even where this one is new. */
  const begin = () => go(editPath(model), { state: { begun: Date.now() }, replace: mode === 'create' });
  useOpened(model.name, id);
  const [isFavourite, toggleFavourite] = useFavourite(model.name, id ?? '');
  const beside = useNeighbours(model, id, (path) => (dirty ? leaving.current.ask?.(path) : go(path)));
  const stored = useRef<Row>(undefined);
  /** What was typed is stored before anything else is done with the row. */
  const prepare = async (): Promise<Row | undefined> => {
    if (!dirty) return base;
    stored.current = undefined;
    await save.save();
    return stored.current;
  };
  /** The row as it is after what was done to it. What was typed since stays; where it is about the same field the save will ask. */
  const adopt = ({ row }: Pick<Outcome, 'row'>) => {
    if (row && !save.take(row).length) setSaves((count) => count + 1);
  };
  /** The record that stayed: this one, as it is now, or the other. */
  const merged = (staying: string) => {
    if (staying !== id) return go(editPath(model, staying), { replace: true });
    dataProvider.getOne(model.name, { id: staying }).then(({ data }) => adopt({ row: data }), notices.failure);
  };
  const save = useSave({
    model,
    roles: session.roles,
    id,
    base,
    setBase,
    state,
    onSaved(row, after) {
      draft.drop();
      stored.current = row;
      setSaves((count) => count + 1);
      if (leaving.current.waits) return;
      if (after === 'list') go(listPath(model));
      else if (after === 'new') begin();
      else if (mode === 'create') go(editPath(model, String(row[model.entity.key])), { replace: true });
    },
  });
  const { look } = others;
  const isAsking = save.conflict !== undefined;
  // Whoever saved meanwhile is called by name.
  useEffect(() => {
    if (isAsking) look();
  }, [isAsking, look]);
  // '&field=cBefore' opens the form at that field: links of checks lead there.
  const asked = search.get('field');
  const goTo = state.goTo;
  useEffect(() => {
    if (asked) goTo([{ path: asked, code: 'field.invalid', message: '' }]);
  }, [asked, goTo]);
  useFirstBox(mode === 'create' && writable && !asked);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Reelbase`;
    return () => {
      document.title = before;
    };
  }, [title]);

  /** What somebody saved meanwhile comes into the form beside what is typed here; of what both have changed one is asked at one's own save. */
  const takeNewer = async (): Promise<void> => {
    const { data: newer } = await dataProvider.getOne(model.name, { id });
    const both = save.take(newer);
    if (both.length)
      return notices.negative(translate('form.presence.both', { fields: both.map(({ field }) => labelAt(model, field, lang)).join(language[lang].list) }));
    setSaves((count) => count + 1);
    notices.positive(translate(dirty ? 'form.presence.taken' : 'form.presence.shown'));
  };
  const isNewer = !save.busy && (others.presence?.ver ?? 0) > Number(base.ver ?? 0);

  const header = {
    others,
    onTakeNewer: isNewer ? () => void takeNewer().catch(notices.failure) : undefined,
    title,
    model,
    mode,
    dirty,
    busy: save.busy,
    writable,
    row: base,
    onSave: () => void save.save(),
    onSaveBack: () => void save.save('list'),
    onSaveNew: session.may(model, 'create') ? () => void save.save('new') : undefined,
    onPrevious: beside.previous,
    onNext: beside.next,
    favourite: id === undefined ? undefined : { isMarked: isFavourite, toggle: toggleFavourite },
    // R45: asked where something would be lost.
    onBack: () => (dirty ? leaving.current.ask?.(listPath(model)) : go(listPath(model))),
    onHistory: () => setHistory(true),
    comments: talk.data?.pages[0]?.count ?? 0,
    onComments: () => setTalking(true),
    onMerge: () => (dirty ? notices.negative(translate('merge.unsaved')) : setMerging(true)),
    onDeleted: () => {
      draft.drop();
      go(listPath(model));
    },
  } as const;
  useFormKeys({
    save: writable ? header.onSave : undefined,
    saveBack: writable ? header.onSaveBack : undefined,
    saveNew: writable ? header.onSaveNew : undefined,
    previous: beside.previous,
    next: beside.next,
    leave: header.onBack,
    create: session.may(model, 'create') ? () => navigate(editPath(model)) : undefined,
  });
  const facts: FormPart = { object: model.name, before: base, after: state.row, codes: state.problems.map(({ code }) => code), writable, keep: draft.keep };
  return (
    <>
      <FormHeader {...header} />
      {mode === 'edit' && model.name === 'user' && (
        <>
          <ResetLink id={String(base.id)} />
          <FactorReset id={String(base.id)} />
        </>
      )}
      {mode === 'edit' && <AccountSessions object={model.name} id={String(base.id)} />}
      {mode === 'edit' && formParts.value.above.map((Part, at) => <Part key={String(at)} {...facts} />)}
      {mode === 'edit' && <StateBar model={model} row={base} title={title} actions={open?.actions ?? []} prepare={prepare} onDone={adopt} />}
      <Box sx={{ px: { xs: 1.5, sm: 3 }, py: 2, maxWidth: 1520 }}>
        {mode === 'edit' && formParts.value.inside.map((Part, at) => <Part key={String(at)} {...facts} />)}
        {draft.offered && (
          <Alert
            severity="info"
            sx={{ mb: 2 }}
            action={
              <>
                <Button color="inherit" onClick={draft.restore}>
                  {translate('form.draft.restore')}
                </Button>
                <Button color="inherit" onClick={draft.drop}>
                  {translate('form.draft.discard')}
                </Button>
              </>
            }
          >
            {translate('form.draft.found', { at: `${utcToZoned(stampOf(draft.offered.at))} (${staffZone.label})` })}
          </Alert>
        )}
        {mode === 'create' && <LikelyRows model={model} row={state.row} />}
        {!writable && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('form.readonly')}
          </Alert>
        )}
        <ShapeDialogContext.Provider value={ShapeDialog}>
          <CreateDialogContext.Provider value={CreateDialog}>
            <ObjectFields form={state} />
          </CreateDialogContext.Provider>
        </ShapeDialogContext.Provider>
        {id !== undefined && <RelatedPanel model={model} id={id} />}
      </Box>
      <Confirm
        question={
          save.asked && { title: text(save.asked.transition.label), content: text(save.asked.transition.confirm), confirm: text(save.asked.transition.label) }
        }
        onAnswer={(yes) => save.asked?.answer(yes)}
      />
      {save.conflict && (
        <ConflictDialog
          model={model}
          names={others.presence?.names ?? {}}
          {...save.conflict}
          onSettle={(choices) => void save.settle(choices)}
          onCancel={save.dropConflict}
        />
      )}
      {id !== undefined && (
        <HistoryPanel
          model={model}
          id={id}
          row={base}
          saves={saves}
          open={history}
          dirty={dirty}
          onReverted={(row) => adopt({ row })}
          onClose={() => setHistory(false)}
        />
      )}
      {isTalking && id !== undefined && (
        <Soon fallback={null}>
          <CommentsPanel object={model.name} id={id} onClose={() => setTalking(false)} />
        </Soon>
      )}
      {isMerging && id !== undefined && (
        <Soon fallback={null}>
          <MergeDialog model={model} ids={[id]} row={base} onClose={() => setMerging(false)} onDone={merged} />
        </Soon>
      )}
      <LeaveGuard dirty={dirty || state.isUnsaved} saving={save.busy} leaving={leaving} onLeave={draft.drop} />
    </>
  );
}
