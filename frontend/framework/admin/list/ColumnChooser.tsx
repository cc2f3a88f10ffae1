import PinIcon from '@mui/icons-material/PushPinOutlined';
import ColumnsIcon from '@mui/icons-material/ViewWeekOutlined';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel, ViewColumn } from '#codegen/model.ts';
import { viewLimits } from '#rules/queries/view.ts';
import { labelled } from '#rules/words/language.ts';
import { moveColumn, possibleColumns, setColumn, shownColumns, toggleColumn } from './columns.ts';

/** Shows, hides, orders, pins and widens columns; stored in this browser, per object, until they are saved as a view. */
export function ColumnChooser({
  model,
  chosen,
  setChosen,
}: {
  model: ObjectModel;
  chosen: ViewColumn[] | undefined;
  setChosen: (columns: ViewColumn[] | undefined) => void;
}) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const shown = shownColumns(model, chosen).map(({ path, width, pin }): ViewColumn => ({ path, ...(width !== undefined && { width }), ...(pin && { pin }) }));
  const possible = possibleColumns(model);
  const rest = possible.filter(({ path }) => !shown.some((one) => one.path === path));
  const ordered = [...shown.flatMap(({ path }) => possible.find((column) => column.path === path) ?? []), ...rest];
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
            const place = shown.findIndex((one) => one.path === path);
            const name = text(field.label);
            const { width, pin } = shown[place] ?? {};
            return (
              <li key={path}>
                <FormControlLabel label={name} control={<Checkbox checked={place >= 0} onChange={() => setChosen(toggleColumn(shown, path))} />} />
                {place >= 0 && (
                  <span>
                    <input
                      type="number"
                      className="column-width"
                      min={viewLimits.narrowest}
                      max={viewLimits.widest}
                      step={10}
                      placeholder={translate('view.width')}
                      aria-label={labelled(translate('view.width'), name, lang)}
                      defaultValue={width ?? ''}
                      onBlur={({ target: { value } }) => setChosen(setColumn(shown, path, { width: widthOf(value), pin }))}
                    />
                    <button
                      type="button"
                      aria-pressed={pin === true}
                      aria-label={labelled(translate('view.pin'), name, lang)}
                      onClick={() => setChosen(setColumn(shown, path, { width, pin: !pin }))}
                    >
                      <PinIcon fontSize="inherit" />
                    </button>
                    <button
                      type="button"
                      disabled={place === 0}
                      aria-label={labelled(translate('ra.action.move_up'), name, lang)}
                      onClick={() => setChosen(moveColumn(shown, path, -1))}
                    >
                      ↑
                    </button>
                    <button
                      type="button"
                      disabled={place === shown.length - 1}
                      aria-label={labelled(translate('ra.action.move_down'), name, lang)}
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

/** px, within what a column may have; undefined for an empty box. */
function widthOf(value: string): number | undefined {
  const width = Math.round(Number(value));
  return value && Number.isFinite(width) ? Math.max(viewLimits.narrowest, Math.min(viewLimits.widest, width)) : undefined;
}
