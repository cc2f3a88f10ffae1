/** The form in the dialog: of the whole object, saved by itself. */
import { type RefObject, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ClientEntry, ValidatorModule } from '#client/objects.tsx';
import { dataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { CreateDialogProps } from '#fields/contract/create-dialog.ts';
import { defaultsOf } from '#rules/records/record.ts';
import { DialogForm } from '../dialog/DialogForm.tsx';
import type { FormHandle } from '../dialog/FormDialog.tsx';
import { LikelyRows } from '../panels/LikelyRows.tsx';
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
  const translate = useTranslate();
  const { roles } = useSession();
  const notices = useNotices();
  const [base, setBase] = useState(() => defaultsOf(model));
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
  /** The one that was there already does as well. */
  const take = (other: string) => void dataProvider.getOne(model.name, { id: other }).then(({ data }) => onDone(data), notices.failure);
  return (
    <DialogForm
      form={state}
      handle={handle}
      isDirty={isDirty}
      wouldLose={() => isDirty}
      lost={translate('form.leave.lost')}
      action={translate('form.createin')}
      isBusy={save.busy}
      done={() => void save.save()}
      onClose={onClose}
    >
      <LikelyRows model={model} row={state.row} choice={{ label: translate('form.likely.choose'), choose: take }} />
    </DialogForm>
  );
}
