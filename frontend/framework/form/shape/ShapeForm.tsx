/** The form in the dialog: the widgets, the conditions and the compiled validator of the form around it, for one level of a shape. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { noticeLines } from '#client/notices/notice-lines.ts';
import type { ValidatorModule } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { Row, ShapeLevel } from '#codegen/model.ts';
import { FormFactsContext, useFormFacts } from '#fields/contract/form-facts.ts';
import type { FormHandle, ShapeDialogProps } from '#fields/contract/shape-dialog.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { LayoutContext, PlaceContext } from '../rjsf/contexts.ts';
import { RowField } from '../rjsf/RowField.tsx';
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
  const [isAsked, setAsked] = useState(false);
  const [isTried, setTried] = useState(false);
  const content = useRef<HTMLDivElement>(null);
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
    if (!readOnly && isChanged(state.facts.row())) setAsked(true);
    else onClose();
  };
  const done = async () => {
    if (readOnly) return onClose();
    const wrong = await state.check();
    if (wrong.length === 0) return onDone(valueNow(state.facts.row()));
    state.setTried(true);
    setTried(true);
    state.goTo(wrong);
  };
  handle.current = { cancel, done: () => void done() };
  const layout = useMemo(() => ({ layout: state.layout, tab: state.tab, setTab: state.setTab, counts: {} }), [state.layout, state.tab, state.setTab]);
  const notices = isTried ? noticeLines(state.all.map(({ message }) => message)) : [];
  return (
    <>
      <DialogContent ref={content}>
        {notices.length > 0 && (
          <Alert severity="error" sx={{ mb: 2 }}>
            {notices.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </Alert>
        )}
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
        <Button onClick={cancel}>{translate(readOnly ? 'form.close' : 'form.cancel')}</Button>
        {!readOnly && (
          <Button variant="contained" onClick={() => void done()}>
            {translate('form.shape.apply')}
          </Button>
        )}
      </DialogActions>
      <Confirm
        question={
          isAsked
            ? { title: translate('form.shape.drop'), content: translate('form.shape.lost'), confirm: translate('form.draft.discard'), danger: true }
            : undefined
        }
        onAnswer={(yes) => (yes ? onClose() : setAsked(false))}
      />
    </>
  );
}
