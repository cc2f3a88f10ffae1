/** A new row of another object, made in a dialog over the form that is to refer to it: the ordinary form, its checks and its save. What is typed below stays as it is. */
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { loadValidator, useEntry, validatorOf } from '#client/objects.tsx';
import type { CreateDialogProps } from '#fields/contract/create-dialog.ts';
import { Awaited } from '#ui/part.tsx';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { FormBones } from '../rjsf/FormBones.tsx';
import { CreateForm } from './CreateForm.tsx';

export default function CreateDialog(props: CreateDialogProps) {
  const { object, onClose } = props;
  const entry = useEntry(object);
  const translate = useTranslate();
  const text = useText();
  const address = entry?.validator ?? '';
  const { data: module } = useQuery({
    queryKey: ['validator', address],
    queryFn: () => loadValidator(address),
    enabled: Boolean(address),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!entry) return null;
  return (
    <FormDialog title={translate('form.new', { name: text(entry.model.label) })} onClose={onClose}>
      {(form) =>
        module ? (
          <CreateForm {...props} entry={entry} module={module} handle={form} />
        ) : (
          <DialogContent>
            <Awaited source={validatorOf(address)} name="form" pending={<FormBones model={entry.model} />} />
          </DialogContent>
        )
      }
    </FormDialog>
  );
}
