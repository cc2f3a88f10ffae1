/** A new row of another object, made in a dialog over the form that is to refer to it: the ordinary form, its checks and its save. What is typed below stays as it is. */
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { loadValidator, useEntry, validatorOf } from '#client/objects.tsx';
import type { CreateDialogProps } from '#fields/contract/create-dialog.ts';
import type { FormHandle } from '#fields/contract/shape-dialog.ts';
import { Awaited } from '#ui/part.tsx';
import { below } from '#ui/widths.ts';
import { FormBones } from '../rjsf/FormBones.tsx';
import { CreateForm } from './CreateForm.tsx';

export default function CreateDialog(props: CreateDialogProps) {
  const { object, onClose } = props;
  const entry = useEntry(object);
  const translate = useTranslate();
  const text = useText();
  const narrow = useMediaQuery(below('narrow'));
  const titleId = useId();
  const form = useRef<FormHandle>(undefined);
  const address = entry?.validator ?? '';
  const { data: module } = useQuery({
    queryKey: ['validator', address],
    queryFn: () => loadValidator(address),
    enabled: Boolean(address),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!entry) return null;
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
      <DialogTitle id={titleId} sx={{ pb: 1 }}>
        {translate('form.new', { name: text(entry.model.label) })}
      </DialogTitle>
      {module ? (
        <CreateForm {...props} entry={entry} module={module} handle={form} />
      ) : (
        <DialogContent>
          <Awaited source={validatorOf(address)} name="form" pending={<FormBones model={entry.model} />} />
        </DialogContent>
      )}
    </Dialog>
  );
}
