/** The form in the dialog: the widgets, the conditions and the compiled validator of the form around it, for one level of a shape. */
import Alert from '@mui/material/Alert';
import { type RefObject, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import { noticeLines } from '#client/notices/notice-lines.ts';
import type { ValidatorModule } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { Row, ShapeLevel } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { ShapeDialogProps } from '#fields/contract/shape-dialog.ts';
import { DialogForm } from '../dialog/DialogForm.tsx';
import type { FormHandle } from '../dialog/FormDialog.tsx';
import { useObjectForm } from '../state/use-object-form.ts';
import { firstRow, levelModel, valueOfLevel } from './level.ts';

interface ShapeFormProps extends ShapeDialogProps {
  level: ShapeLevel;
  handle: RefObject<FormHandle | undefined>;
}

export function ShapeForm(props: ShapeFormProps) {
  const [first] = useState(() => firstRow(props.field, props.level, props.value));
  const form = useForm({ defaultValues: { row: first as unknown } }); // opaque, as in use-object-form.ts
  return (
    <FormProvider {...form}>
      <Body {...props} first={first} />
    </FormProvider>
  );
}

function Body({ id, field, path, readOnly, level, first, handle, onDone, onClose }: ShapeFormProps & { first: Row }) {
  const around = useFormFacts();
  const translate = useTranslate();
  const { roles } = useSession();
  const [isTried, setTried] = useState(false);
  const ids = `${id}+`;
  const entry = useMemo(() => ({ model: levelModel(around.model, field, level, ids), schema: {} }), [around.model, field, level, ids]);
  const valueNow = (row: Row) => valueOfLevel(row, field, level, entry.model);
  const module = useMemo<ValidatorModule>(() => {
    const prefix = field.shape?.many ? `/${field.name}` : '';
    return {
      // The whole record is validated with this value in its place, so that the problems are those of a save.
      validate: (row) => {
        const value = valueOfLevel(row as Row, field, level, entry.model); // the form's data
        return around.errorsAt(path, value).map((error) => ({ ...error, instancePath: prefix + error.instancePath }));
      },
      conditions: {},
      functions: {},
    };
  }, [around, field, level, path, entry]);
  const state = useObjectForm({ entry, module, mode: 'create', roles, writable: !readOnly, base: first, object: around.object, ids });
  const isChanged = (row: Row): boolean => state.troubles.size > 0 || JSON.stringify(valueNow(row)) !== JSON.stringify(valueNow(first));
  const isDirty = !readOnly && (state.isUnsaved || isChanged(state.row));
  const done = async () => {
    if (readOnly) return onClose();
    const wrong = await state.check();
    if (wrong.length === 0) return onDone(valueNow(state.facts.row()));
    state.setTried(true);
    setTried(true);
    state.goTo(wrong);
  };
  const notices = isTried ? noticeLines(state.all.map(({ message }) => message)) : [];
  return (
    <DialogForm
      form={state}
      handle={handle}
      isDirty={isDirty}
      wouldLose={() => !readOnly && isChanged(state.facts.row())}
      lost={translate('form.shape.lost')}
      action={readOnly ? undefined : translate('form.shape.apply')}
      done={() => void done()}
      onClose={onClose}
    >
      {notices.length > 0 && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {notices.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </Alert>
      )}
    </DialogForm>
  );
}
