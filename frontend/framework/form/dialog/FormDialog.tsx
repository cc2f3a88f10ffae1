/** A dialog over a form, with a form of its own: its keys and its closing. */
import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef } from 'react';
import { below } from '#ui/widths.ts';

/** What the dialog asks of the form in it. */
export interface FormHandle {
  /** closes; asks where something would be lost */
  cancel(): void;
  done(): void;
}

interface FormDialogProps {
  title: ReactNode;
  children(form: RefObject<FormHandle | undefined>): ReactNode;
  onClose(): void;
}

export function FormDialog({ title, children, onClose }: FormDialogProps) {
  const narrow = useMediaQuery(below('narrow'));
  const titleId = useId();
  const form = useRef<FormHandle>(undefined);
  const close = () => (form.current ? form.current.cancel() : onClose());
  const onKeyDown = (event: KeyboardEvent) => {
    // The form below lies around this one in React's tree: it must not hear of keys that are meant here.
    event.stopPropagation();
    const isCommand = event.ctrlKey || event.metaKey;
    if (!isCommand || event.nativeEvent.isComposing || (event.key.toLowerCase() !== 's' && event.key !== 'Enter')) return;
    event.preventDefault();
    form.current?.done();
  };
  return (
    <Dialog open fullWidth maxWidth="md" fullScreen={narrow} onClose={close} onKeyDown={onKeyDown} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ pb: 1, overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      {children(form)}
    </Dialog>
  );
}
