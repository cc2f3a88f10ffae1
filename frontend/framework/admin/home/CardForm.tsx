/** A card more: one that comes with the house, or rows of a view as a number, the first of them, a figure or bars. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import type { FieldModel, ObjectModel, Role } from '#codegen/model.ts';
import { shapeOf } from '#kinds/index.ts';
import { readableFields } from '#rules/accounts/permission.ts';
import { type Card, cardKinds, figureWords } from '#rules/card.ts';
import { hasFigures } from '#rules/queries/figures.ts';
import { groupFields } from '#rules/queries/groups.ts';
import { useViews } from '../list/views/use-view.ts';
import { partNames, usePartName } from './use-cards.ts';

interface Props {
  cards: Card[];
  add: (card: Card) => Promise<boolean>;
  close: () => void;
}

export function CardForm({ cards, add, close }: Props) {
  const translate = useTranslate();
  const text = useText();
  const partName = usePartName();
  const titleId = useId();
  const { may, roles } = useSession();
  const { views: all } = useViews();
  const models = useObjects().flatMap(({ model }) => (may(model, 'list') && !model.entity.virtual ? [model] : []));
  const parts = partNames().filter((part) => !cards.some((card) => card.kind === 'part' && card.part === part));
  const [what, setWhat] = useState<string>('count');
  const [object, setObject] = useState(models[0]?.name ?? '');
  const [view, setView] = useState('');
  const [field, setField] = useState('');
  const [sum, setSum] = useState('');
  const [of, setOf] = useState<(typeof figureWords)[number]>('sum');
  const [isBusy, setBusy] = useState(false);
  const kind = cardKinds.find((one) => one === what);
  const model = models.find(({ name }) => name === object);
  const views = all.filter((one) => one.object === object);
  const fields = model ? fieldsFor(kind, model, roles) : [];
  const summed = kind === 'plot' && model ? fieldsFor('figure', model, roles) : [];
  const measure = summed.find(({ name }) => name === sum)?.name;
  const needsField = kind === 'plot' || kind === 'figure';
  const chosen = fields.find(({ name }) => name === field)?.name ?? fields[0]?.name ?? '';
  const isWhole = kind ? Boolean(model) && (!needsField || chosen !== '') : parts.includes(what);
  const card = (): Card => {
    const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
    if (!kind) return { id, kind: 'part', part: what };
    const list = { id, object, view };
    if (kind === 'count' || kind === 'list') return { ...list, kind };
    return kind === 'plot' ? { ...list, kind, field: chosen, ...(measure && { sum: measure }) } : { ...list, kind, field: chosen, of };
  };
  const submit = async () => {
    setBusy(true);
    if (await add(card())) close();
    setBusy(false);
  };
  return (
    <Dialog open onClose={close} aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole && !isBusy) void submit();
        }}
      >
        <DialogTitle id={titleId}>{translate('home.cards.add')}</DialogTitle>
        <DialogContent className="home-form">
          <TextField select autoFocus size="small" label={translate('home.cards.what')} value={what} onChange={(event) => setWhat(event.target.value)}>
            {cardKinds.map((one) => (
              <MenuItem key={one} value={one}>
                {translate(`home.cards.kinds.${one}`)}
              </MenuItem>
            ))}
            {parts.map((part) => (
              <MenuItem key={part} value={part}>
                {partName(part)}
              </MenuItem>
            ))}
          </TextField>
          {kind && (
            <>
              <TextField
                select
                size="small"
                label={translate('home.cards.object')}
                value={object}
                onChange={(event) => {
                  setObject(event.target.value);
                  setView('');
                }}
              >
                {models.map(({ name, plural }) => (
                  <MenuItem key={name} value={name}>
                    {text(plural)}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                select
                size="small"
                label={translate('view.label')}
                value={view}
                onChange={(event) => setView(event.target.value)}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              >
                <MenuItem value="">{translate('view.standard')}</MenuItem>
                {views.map(({ id, name }) => (
                  <MenuItem key={id} value={id}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
            </>
          )}
          {needsField &&
            (fields.length ? (
              <TextField select size="small" label={translate('home.cards.field')} value={chosen} onChange={(event) => setField(event.target.value)}>
                {fields.map(({ name, label }) => (
                  <MenuItem key={name} value={name}>
                    {text(label)}
                  </MenuItem>
                ))}
              </TextField>
            ) : (
              <p className="soft">{translate('home.cards.fieldless')}</p>
            ))}
          {summed.length > 0 && (
            <TextField
              select
              size="small"
              label={translate('home.cards.measure')}
              value={measure ?? ''}
              onChange={(event) => setSum(event.target.value)}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{translate('home.counts')}</MenuItem>
              {summed.map(({ name, label }) => (
                <MenuItem key={name} value={name}>
                  {translate('home.cards.sum', { field: text(label) })}
                </MenuItem>
              ))}
            </TextField>
          )}
          {kind === 'figure' && (
            <TextField
              select
              size="small"
              label={translate('home.cards.of')}
              value={of}
              onChange={(event) => setOf(figureWords.find((one) => one === event.target.value) ?? 'sum')}
            >
              {figureWords.map((one) => (
                <MenuItem key={one} value={one}>
                  {translate(`list.figures.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isWhole || isBusy}>
            {translate('home.cards.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What rows can be counted by, or added up; everybody's key is one of each row. */
function fieldsFor(kind: string | undefined, model: ObjectModel, roles: readonly Role[]): FieldModel[] {
  if (kind === 'plot') return groupFields(model, roles).filter(({ name, surfaces }) => surfaces.list && name !== model.entity.key);
  return readableFields(model, roles).filter((field) => hasFigures(field) && shapeOf(field) === 'number');
}
