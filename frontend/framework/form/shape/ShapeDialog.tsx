/** One level of a shared shape, filled in without writing JSON. A shape inside it has the same button, so one goes as deep as the value does. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { ShapeDialogProps } from '#fields/contract/shape-dialog.ts';
import { FormDialog } from '../dialog/FormDialog.tsx';
import { ShapeForm } from './ShapeForm.tsx';

/** Titles of the dialogs that this one lies over. */
const TrailContext = createContext<readonly string[]>([]);

export default function ShapeDialog({ onClose, ...props }: ShapeDialogProps) {
  const { field, label } = props;
  const { object, model } = useFormFacts();
  const translate = useTranslate();
  const trail = useContext(TrailContext);
  const ref = field.shape?.ref ?? '';
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['shape', object, model.hash, ref],
    queryFn: () => call('GET /api/objects/:obj/shape', { at: { obj: object }, query: { ref } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <FormDialog
      title={
        <>
          {trail.length > 0 && (
            <Box component="span" sx={{ display: 'block', fontSize: 'var(--size-small)', fontWeight: 400, color: 'text.secondary' }}>
              {trail.join(' › ')}
            </Box>
          )}
          {label}
        </>
      }
      onClose={onClose}
    >
      {(form) => (
        <TrailContext.Provider value={[...trail, label]}>
          {data ? (
            <ShapeForm {...props} level={data} handle={form} onClose={onClose} />
          ) : (
            <>
              <DialogContent>
                {error && !isFetching ? (
                  <Alert
                    severity="warning"
                    action={
                      <Button color="inherit" size="small" onClick={() => void refetch()}>
                        {translate('part.again')}
                      </Button>
                    }
                  >
                    <FailureText error={error} />
                  </Alert>
                ) : (
                  <Box role="status" sx={{ color: 'text.secondary' }}>
                    {translate('form.searching')}
                  </Box>
                )}
              </DialogContent>
              <DialogActions>
                <Button onClick={onClose}>{translate('form.cancel')}</Button>
              </DialogActions>
            </>
          )}
        </TrailContext.Provider>
      )}
    </FormDialog>
  );
}
