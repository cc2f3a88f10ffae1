/** The form in such a dialog: the widgets and the conditions of the form around it, its buttons, and the question before anything is lost. */
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { PlaceContext } from '../rjsf/contexts.ts';
import { ObjectFields } from '../rjsf/ObjectFields.tsx';
import type { ObjectFormState } from '../state/use-object-form.ts';
import type { FormHandle } from './FormDialog.tsx';

interface DialogFormProps {
  form: ObjectFormState;
  handle: RefObject<FormHandle | undefined>;
  isDirty: boolean;
  /** asked once what was typed last is in the row */
  wouldLose(): boolean;
  /** the question's text */
  lost: string;
  /** of the button that is done with it; none where nothing can be changed */
  action: string | undefined;
  isBusy?: boolean;
  children?: ReactNode;
  done(): void;
  onClose(): void;
}

export function DialogForm({ form, handle, isDirty, wouldLose, lost, action, isBusy = false, children, done, onClose }: DialogFormProps) {
  const { unsaved } = useFormFacts();
  const translate = useTranslate();
  const [isAsked, setAsked] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    unsaved(isDirty);
    return () => unsaved(false);
  }, [unsaved, isDirty]);
  useEffect(() => {
    content.current?.querySelector<HTMLElement>('input:not([type="hidden"]), textarea, [role="combobox"], button')?.focus();
  }, []);
  const cancel = () => {
    flushSync(() => form.pending.flush());
    if (wouldLose()) setAsked(true);
    else onClose();
  };
  handle.current = { cancel, done };
  return (
    <>
      <DialogContent ref={content}>
        {children}
        <PlaceContext.Provider value="form">
          <ObjectFields form={form} />
        </PlaceContext.Provider>
      </DialogContent>
      <DialogActions>
        <Button onClick={cancel}>{translate(action ? 'form.cancel' : 'form.close')}</Button>
        {action && (
          <Button variant="contained" loading={isBusy} onClick={done}>
            {action}
          </Button>
        )}
      </DialogActions>
      <Confirm
        question={isAsked ? { title: translate('form.shape.drop'), content: lost, confirm: translate('form.draft.discard'), danger: true } : undefined}
        onAnswer={(yes) => (yes ? onClose() : setAsked(false))}
      />
    </>
  );
}
