import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { addressOfLink } from './link-address.ts';

/** Asks where a link leads. It stands in a form, so it is none itself: Enter is heard by the box. */
export function LinkDialog({ link, onClose, onLink }: { link: string; onClose(): void; onLink(href: string): void }) {
  const translate = useTranslate();
  const titleId = useId();
  const [text, setText] = useState(link);
  const [isWrong, setWrong] = useState(false);
  const apply = () => {
    const href = addressOfLink(text);
    if (href === undefined) setWrong(true);
    else onLink(href);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs">
      <DialogTitle id={titleId}>{translate('form.rich.link')}</DialogTitle>
      <DialogContent>
        <TextField
          autoFocus
          fullWidth
          size="small"
          sx={{ mt: 1 }}
          label={translate('form.rich.address')}
          placeholder="https://"
          value={text}
          error={isWrong}
          helperText={translate(isWrong ? 'form.rich.badaddress' : 'form.rich.addresshelp')}
          slotProps={{ htmlInput: { inputMode: 'url', autoCapitalize: 'off', spellCheck: false } }}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            apply();
          }}
        />
      </DialogContent>
      <DialogActions>
        {link && (
          <Button color="error" onClick={() => onLink('')} sx={{ mr: 'auto' }}>
            {translate('form.rich.unlink')}
          </Button>
        )}
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={!text.trim()} onClick={apply}>
          {translate('form.rich.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
