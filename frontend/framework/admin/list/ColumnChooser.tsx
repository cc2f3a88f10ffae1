import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import { moveColumn, possibleColumns, shownColumns, toggleColumn } from './columns.ts';

/** Shows, hides and orders columns; stored in this browser, per object. */
export function ColumnChooser({
  model,
  chosen,
  setChosen,
}: {
  model: ObjectModel;
  chosen: string[] | undefined;
  setChosen: (columns: string[] | undefined) => void;
}) {
  const translate = useTranslate();
  const text = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = shownColumns(model, chosen).map(({ path }) => path);
  const possible = possibleColumns(model);
  const rest = possible.filter(({ path }) => !shown.includes(path));
  const ordered = [...shown.flatMap((path) => possible.find((column) => column.path === path) ?? []), ...rest];
  const label = translate('ra.action.select_columns');
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
          <ColumnsIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { 'aria-label': label, role: 'dialog' } }}
      >
        <ul className="columns">
          {ordered.map(({ path, field }) => {
            const place = shown.indexOf(path);
            const name = text(field.label);
            return (
              <li key={path}>
                <FormControlLabel label={name} control={<Checkbox checked={place >= 0} onChange={() => setChosen(toggleColumn(shown, path))} />} />
                {place >= 0 && (
                  <span>
                    <button
                      type="button"
                      disabled={place === 0}
                      aria-label={`${translate('ra.action.move_up')}: ${name}`}
                      onClick={() => setChosen(moveColumn(shown, path, -1))}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      disabled={place === shown.length - 1}
                      aria-label={`${translate('ra.action.move_down')}: ${name}`}
                      onClick={() => setChosen(moveColumn(shown, path, 1))}
                    >
                      ↓
                    </button>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        <div className="columns-reset">
          <Button disabled={chosen === undefined} onClick={() => setChosen(undefined)}>
            {translate('ra.action.reset')}
          </Button>
        </div>
      </Popover>
    </>
  );
}
