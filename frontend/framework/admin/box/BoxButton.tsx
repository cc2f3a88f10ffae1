/** The way to the box of all things: a button in the bar, and Ctrl or Cmd with K wherever one is. */
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';

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
  // What is typed before the box is there is meant for it, and not for the page behind it, where a letter may be a shortcut.
  const [isThere, setThere] = useState(false);
  const early = useRef('');
  const close = () => {
    setOpen(false);
    setThere(false);
    early.current = '';
  };
  const takeEarly = () => {
    const typed = early.current;
    early.current = '';
    setThere(true);
    return typed;
  };
  useLayoutEffect(() => {
    if (!open || isThere) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Escape') {
        early.current = '';
        setOpen(false);
      } else if (event.key === 'Backspace') early.current = early.current.slice(0, -1);
      else if (event.key.length === 1 && `${early.current}${event.key}`.trim()) early.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [open, isThere]);
  const label = translate('find.title');
  return (
    <>
      <Tooltip title={`${label} (Ctrl K)`}>
        <IconButton aria-label={label} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen(true)}>
          <SearchIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {open && (
        <Soon fallback={null}>
          <FindBox close={close} takeEarly={takeEarly} />
        </Soon>
      )}
    </>
  );
}
