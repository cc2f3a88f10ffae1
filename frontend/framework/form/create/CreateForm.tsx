/** The form in the dialog: of the whole object, saved by itself. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ClientEntry, ValidatorModule } from '#client/objects.tsx';
import { dataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { CreateDialogProps } from '#fields/contract/create-dialog.ts';
import { FormFactsContext, useFormFacts } from '#fields/contract/form-facts.ts';
import type { FormHandle } from '#fields/contract/shape-dialog.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { LikelyRows } from '../panels/LikelyRows.tsx';
import { LayoutContext, PlaceContext } from '../rjsf/contexts.ts';
import { RowField } from '../rjsf/RowField.tsx';
import { beginning, titledRow } from '../state/new-row.ts';
import { useExistence } from '../state/use-existence.ts';
import { useObjectForm } from '../state/use-object-form.ts';
import { useSave } from '../state/use-save.ts';

interface CreateFormProps extends CreateDialogProps {
  entry: ClientEntry;
  module: ValidatorModule;
  handle: RefObject<FormHandle | undefined>;
}

export function CreateForm(props: CreateFormProps) {
  const { model } = props.entry;
  const { user } = useSession();
  const [row] = useState(() => ({ ...beginning(model.fields, user.id), ...titledRow(model, props.typed) }));
  const form = useForm({ defaultValues: { row: row as unknown } }); // opaque, as in use-object-form.ts
  return (
    <FormProvider {...form}>
      <Body {...props} />
    </FormProvider>
  );
}

function Body({ entry, module, id, handle, onDone, onClose }: CreateFormProps) {
  const { model } = entry;
  const around = useFormFacts();
  const translate = useTranslate();
  const { roles } = useSession();
  const notices = useNotices();
  const [base, setBase] = useState(() => defaultsOf(model));
  const [isAsked, setAsked] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const exists = useExistence(model, 'create');
  const state = useObjectForm({
    entry,
    module,
    mode: 'create',
    roles,
    writable: true,
    base,
    ids: `${id}+`,
    onLeave: (path, row) => void exists(path, row).then((found) => found && state.tell(found)),
  });
  const save = useSave({ model, roles, id: undefined, base, setBase, state, onSaved: onDone });
  const isDirty = state.isUnsaved || state.changed.length > 0;
  const { unsaved } = around;
  useEffect(() => {
    unsaved(isDirty);
    return () => unsaved(false);
  }, [unsaved, isDirty]);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [role="combobox"], button')?.focus();
  }, []);
  const cancel = () => {
    flushSync(() => state.pending.flush());
    if (isDirty) setAsked(true);
    else onClose();
  };
  /** The one that was there already does as well. */
  const take = (other: string) => void dataProvider.getOne(model.name, { id: other }).then(({ data }) => onDone(data), notices.failure);
  handle.current = { cancel, done: () => void save.save() };
  const layout = useMemo(
    () => ({ layout: state.layout, tab: state.tab, setTab: state.setTab, counts: state.counts }),
    [state.layout, state.tab, state.setTab, state.counts],
  );
  return (
    <>
      <DialogContent ref={content}>
        <LikelyRows model={model} row={state.row} choice={{ label: translate('form.likely.choose'), choose: take }} />
        <FormFactsContext.Provider value={state.facts}>
          <LayoutContext.Provider value={layout}>
            <PlaceContext.Provider value="form">
              <RowField
                schema={state.rendered}
                uiSchema={state.uiSchema}
                validator={state.rjsf}
                row={state.row}
                problems={state.problems}
                onChange={state.setRow}
              />
            </PlaceContext.Provider>
          </LayoutContext.Provider>
        </FormFactsContext.Provider>
      </DialogContent>
      <DialogActions>
        <Button onClick={cancel}>{translate('form.cancel')}</Button>
        <Button variant="contained" loading={save.busy} onClick={() => void save.save()}>
          {translate('form.createin')}
        </Button>
      </DialogActions>
      <Confirm
        question={
          isAsked
            ? { title: translate('form.shape.drop'), content: translate('form.leave.lost'), confirm: translate('form.draft.discard'), danger: true }
            : undefined
        }
        onAnswer={(yes) => (yes ? onClose() : setAsked(false))}
      />
    </>
  );
}
