/**
 * A list of times, edited on the grid of the row that another field refers to (x-ui widget `slots`). The plain list stays below it, for times outside
 * of the grid.
 */
import Box from '@mui/material/Box';
import { type FieldProps, getUiOptions } from '@rjsf/utils';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { slotsOf } from '#application/pairing/rules/grid.ts';
import { cellsOf, painted } from '#application/pairing/rules/paint.ts';
import { call } from '#client/http-client.ts';
import { textIn } from '#client/text.ts';
import type { JsonValue, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { ListField } from '#form/rjsf/ListField.tsx';
import { zoneHours } from '#framework/time.ts';
import { intervalsOf } from '#rules/values/intervals.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { PaintBox } from './paint/PaintBox.tsx';
import type { PaintWords } from './paint/paint-grid.ts';

export function SlotsField(props: FieldProps) {
  const { fieldPathId, formData, uiSchema, readonly, disabled, onChange } = props;
  const { model, lang, row, leave } = useFormFacts();
  const translate = useTranslate();
  const options = getUiOptions(uiSchema) as unknown as FieldOptions; // deriveUiSchema writes only this shape
  const field = fieldAt(model.fields, options.path.replaceAll('.', '/'));
  const of = model.fields.find(({ name }) => name === field?.ui.options?.of);
  const grid = useGrid(of?.relation?.to, String(row()[of?.name ?? ''] ?? ''));
  const painting = field?.ui.options?.painting === 'any' ? 'any' : 'whole';
  const { $id: id, path } = fieldPathId;
  const words = useMemo((): PaintWords => {
    const word = (name: string) => translate(`deskForum.paint.${name}`, { day: '{day}', time: '{time}' });
    return {
      label: field ? textIn(field.label, lang) : '',
      on: word(painting === 'any' ? 'away' : 'free'),
      off: word(painting === 'any' ? 'there' : 'busy'),
      all: word('all'),
      none: word('none'),
      day: word('day'),
      time: word('time'),
      help: word('help'),
    };
  }, [field, lang, painting, translate]);
  const list = intervalsOf(formData as JsonValue | undefined); // RJSF types it as any: a row's value
  if (!grid || grid.slots.length === 0) return <ListField {...props} />;
  const give = (cells: boolean[]) => {
    const next = painted(list, grid.slots, cells, painting).map(({ start, end }): Row => ({ start, end }));
    onChange(next, path, undefined, id);
    leave(path);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <PaintBox
        isAway={painting === 'any'}
        slots={grid.slots}
        hoursAhead={zoneHours(grid.zone)}
        lang={lang}
        words={words}
        cells={cellsOf(list, grid.slots, painting)}
        readOnly={Boolean(readonly || disabled)}
        onPaint={give}
      />
      <Box component="details" sx={{ '& > summary': { cursor: 'pointer', fontSize: 'var(--size-text)', py: 0.5, color: 'text.secondary' } }}>
        <summary>{translate('deskForum.paint.odd', { count: list.length })}</summary>
        <ListField {...props} />
      </Box>
    </Box>
  );
}

/** The slots of the row that is referred to; undefined while it is loading, or where there is none. */
function useGrid(object: string | undefined, id: string) {
  const { data } = useQuery({
    queryKey: ['slots', object, id],
    queryFn: () => call('GET /api/pb/:object/:id', { at: { object: object ?? '', id } }),
    enabled: Boolean(object) && id !== '',
    staleTime: 60_000,
    retry: false,
  });
  return useMemo(() => data && { slots: slotsOf(data), zone: String(data.zone ?? '') }, [data]);
}
