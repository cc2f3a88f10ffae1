/** '?' lists the keys; every shortcut is declared here once. */
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { Fragment, useLayoutEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { isTyping } from '#client/keys.ts';

const keys: [section: string, rows: [keys: string[], name: string][]][] = [
  ['everywhere', [[['Ctrl', 'K'], 'find']]],
  [
    'list',
    [
      [['/'], 'search'],
      [['j', '↓'], 'next'],
      [['k', '↑'], 'previous'],
      [['Enter'], 'open'],
      [['x'], 'select'],
      [['←', '→'], 'cell'],
      [['F2'], 'edit'],
      [['Shift', '↓'], 'block'],
      [['Ctrl', 'C'], 'copy'],
      [['Ctrl', 'V'], 'paste'],
      [['Alt', 'N'], 'create'],
      [['Esc'], 'unselect'],
    ],
  ],
  [
    'form',
    [
      [['Ctrl', 'S'], 'save'],
      [['Ctrl', 'Enter'], 'saveBack'],
      [['Ctrl', 'Shift', 'S'], 'saveNew'],
      [['Alt', 'J'], 'nextRecord'],
      [['Alt', 'K'], 'previousRecord'],
      [['Esc'], 'leave'],
      [['Alt', 'N'], 'create'],
    ],
  ],
];

export function KeyHelp() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const label = translate('keys.title');
  return (
    <>
      <Tooltip title={label}>
        <IconButton className="wide-only" aria-label={label} onClick={() => setOpen(true)}>
          <KeyboardIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Dialog open={open} onClose={() => setOpen(false)} maxWidth="xs" aria-labelledby="keys-title">
        <DialogTitle id="keys-title">{label}</DialogTitle>
        <DialogContent>
          {keys.map(([section, rows]) => (
            <Fragment key={section}>
              <h3 className="keys-section">{translate(`keys.${section}`)}</h3>
              <dl className="keys">
                {rows.map(([caps, name]) => (
                  <div key={name}>
                    <dt>
                      {caps.map((cap) => (
                        <kbd key={cap}>{cap}</kbd>
                      ))}
                    </dt>
                    <dd>{translate(`keys.${name}`)}</dd>
                  </div>
                ))}
              </dl>
            </Fragment>
          ))}
        </DialogContent>
      </Dialog>
    </>
  );
}
