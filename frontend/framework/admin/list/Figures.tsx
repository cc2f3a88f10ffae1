/** Figures at the foot of the list, of all rows of the filter: of each column the one that was chosen for it. */
import FiguresIcon from '@mui/icons-material/Functions';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useStore, useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { FieldModel, ObjectModel, Row } from '#codegen/model.ts';
import { showFigure, showSum } from '#fields/number/decimal.ts';
import { instantOf, localDay, showOption } from '#fields/show.ts';
import type { Figure } from '#framework/records/wire.ts';
import { kinds, shapeOf } from '#kinds/index.ts';
import { hasFigures } from '#rules/queries/figures.ts';

type FigureName = keyof Figure;
const ofNumbers: FigureName[] = ['sum', 'mean', 'min', 'max', 'count'];
const ofDays: FigureName[] = ['min', 'max', 'count'];

/** field → figure, remembered on this device as the columns are */
export function useChosen(model: ObjectModel): [Record<string, FigureName>, (chosen: Record<string, FigureName>) => void] {
  const [chosen = {}, setChosen] = useStore<Record<string, FigureName>>(`figures.${model.name}`, {});
  return [chosen, setChosen];
}

export function FigureChooser({ model }: { model: ObjectModel }) {
  const translate = useTranslate();
  const text = useText();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const [chosen, setChosen] = useChosen(model);
  const fields = model.fields.filter((field) => hasFigures(field) && field.surfaces.list);
  if (!fields.length) return null;
  return (
    <>
      <Tooltip title={translate('list.figures.label')}>
        <IconButton aria-label={translate('list.figures.label')} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
          <FiguresIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Popover
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { 'aria-label': translate('list.figures.label'), role: 'dialog' } }}
      >
        <div className="filter-form figure-form">
          {fields.map((field) => (
            <TextField
              key={field.name}
              select
              fullWidth
              size="small"
              label={text(field.label)}
              value={chosen[field.name] ?? ''}
              onChange={({ target }) => {
                const { [field.name]: _, ...others } = chosen;
                setChosen(target.value ? { ...others, [field.name]: target.value as FigureName } : others); // the menu offers these names only
              }}
            >
              <MenuItem value="">{translate('list.figures.none')}</MenuItem>
              {(shapeOf(field) === 'number' ? ofNumbers : ofDays).map((name) => (
                <MenuItem key={name} value={name}>
                  {translate(`list.figures.${name}`)}
                </MenuItem>
              ))}
            </TextField>
          ))}
        </div>
      </Popover>
    </>
  );
}

export function FigureFoot({ model, filter }: { model: ObjectModel; filter: Row }) {
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const [chosen] = useChosen(model);
  const fields = model.fields.filter((field) => chosen[field.name] && hasFigures(field));
  const names = fields.map(({ name }) => name);
  const { data } = useQuery({
    queryKey: [model.name, 'figures', names, filter],
    queryFn: () => provider.figures(model.name, filter, names),
    enabled: names.length > 0,
    placeholderData: (before) => before,
  });
  if (!names.length || !data) return null;
  return (
    <dl className="sums" aria-label={translate('list.figures.label')}>
      {fields.map((field) => {
        const name = chosen[field.name];
        const held = data.find(({ fields: of }) => of.includes(field.name));
        if (!name || !held) return null;
        const by = model.fields.find((candidate) => candidate.name === held.by[0]);
        return (
          <div key={field.name} data-figure={field.name}>
            <dt>
              {translate(`list.figures.${name}`)} {text(field.label)}
            </dt>
            {held.groups.length === 0 && <dd className="num">–</dd>}
            {held.groups.map(({ values, figures }) => {
              const figure = figures[field.name];
              return (
                <dd key={String(values[0])} className="num">
                  {by && <span className="soft">{showOption(by, values[0] ?? '', lang)} </span>}
                  {figure ? inWords(field, name, figure, by ? { [by.name]: values[0] ?? null } : {}) : '–'}
                </dd>
              );
            })}
          </div>
        );
      })}
    </dl>
  );
}

export function inWords(field: FieldModel, name: FigureName, figure: Figure, row: Row): string {
  const value = figure[name];
  if (name === 'count') return showSum({ ...field, kind: 'integer' }, String(figure.count), {});
  if (value === undefined || value === null || value === '') return '–';
  if (shapeOf(field) !== 'number') {
    const instant = kinds[field.kind].instant ? instantOf(String(value)) : undefined;
    return instant ? localDay(instant) : String(value);
  }
  if (name === 'min' || name === 'max' || field.display === 'percent') return showFigure(field, Number(value), row);
  return showSum(field, String(value), row);
}
