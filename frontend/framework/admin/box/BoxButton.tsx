/** The way to the box of all things: a button in the bar, and Ctrl or Cmd with K wherever one is. */
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Suspense, useLayoutEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { part } from '#ui/part.tsx';

const FindBox = part(() => import('./FindBox.tsx'), 'find');

export function BoxButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing || event.key.toLowerCase() !== 'k') return;
      // A question that waits for its answer is not covered.
      if (document.querySelector('[role=alertdialog], [role=dialog]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const label = translate('find.title');
  return (
    <>
      <Tooltip title={`${label} (Ctrl K)`}>
        <IconButton aria-label={label} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
          <SearchIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && (
        <Suspense fallback={null}>
          <FindBox close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
