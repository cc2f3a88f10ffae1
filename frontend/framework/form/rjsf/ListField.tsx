/** RJSF's field for lists of objects: a grid where the rows are short, cards where they are not or the screen is narrow. */

import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FieldProps, getUiOptions, toFieldPathId } from '@rjsf/utils';
import { type ComponentType, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { textIn } from '#client/text.ts';
import type { FieldModel, Row } from '#codegen/model.ts';
import { useFormFacts } from '#fields/contract/form-facts.ts';
import type { FieldOptions } from '#fields/contract/widget.ts';
import { useRows } from '#fields/list/use-rows.ts';
import { kinds } from '#kinds/index.ts';
import { isEmpty } from '#rules/records/record.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { below } from '#ui/widths.ts';
import { columnsOf } from '../grid/columns.ts';
import { useGridKeys } from '../grid/use-grid-keys.ts';
import { useLines } from '../grid/use-lines.ts';
import { useWatch } from '../grid/use-near.ts';
import { isGrid } from '../schema/ui-schema.ts';
import { PlaceContext } from './contexts.ts';
import { domId } from './dom-id.ts';
import { GridFoot } from './GridFoot.tsx';
import { CardRow, GridHead, GridRow } from './ListRows.tsx';

export function ListField({
  fieldPathId,
  formData,
  schema,
  uiSchema,
  errorSchema,
  readonly,
  disabled,
  onChange,
  onBlur,
  onFocus,
  registry,
  rawErrors,
}: FieldProps) {
  const { model, lang, leave } = useFormFacts();
  const translate = useTranslate();
  const narrow = useMediaQuery(below('narrow'));
  const box = useRef<HTMLDivElement>(null);
  const options = getUiOptions(uiSchema) as unknown as FieldOptions; // written by deriveUiSchema, which knows no other shape
  const { path } = fieldPathId;
  const id = domId(fieldPathId.$id);
  const rows = useRows((Array.isArray(formData) ? formData : []) as Row[], (next) => {
    onChange(next, path, undefined, id);
    leave(path);
  });
  const field = fieldAt(model.fields, options.path.replaceAll('.', '/'));
  const locked = Boolean(readonly || disabled);
  const itemUi = typeof uiSchema?.items === 'object' ? uiSchema.items : {};
  const width = useWidth(box);
  const watch = useWatch(box);
  const { shown, detail } = columnsOf(field ? shownFields(field, itemUi) : [], width);
  const behind = new Set(detail.map(({ name }) => name));
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (part: FieldModel) => !part.computed && !part.formula && !isLockedIn(itemUi, part.name);
  const lines = useLines({ field, rows, columns: [...shown, ...detail], isOpen, locked, box });
  const keys = useGridKeys(lines.actions, locked);
  if (!field) return null;
  const grid = isGrid(field) && !narrow;
  const full = field.maxItems !== undefined && rows.items.length >= field.maxItems;
  const SchemaField = registry.fields.SchemaField as ComponentType<FieldProps>; // always registered; RJSF's table types it as optional
  const items = rows.items.map(({ key, row }, index) => {
    const content = (
      <SchemaField
        key={key}
        name={String(index)}
        schema={typeof schema.items === 'object' && !Array.isArray(schema.items) ? schema.items : {}}
        uiSchema={itemUi}
        formData={row}
        errorSchema={errorSchema?.[index]}
        fieldPathId={toFieldPathId(index, registry.globalFormOptions, fieldPathId)}
        registry={registry}
        readonly={locked}
        disabled={false}
        onChange={onChange}
        onBlur={onBlur}
        onFocus={onFocus}
      />
    );
    const actions = {
      label: rowTitle(field, row) || `${textIn(field.label, lang)} ${index + 1}`,
      first: index === 0,
      last: index === rows.items.length - 1,
      locked,
      up: () => rows.move(index, index - 1),
      down: () => rows.move(index, index + 1),
      remove: () => rows.remove(index),
    };
    const moveByKeys = (event: KeyboardEvent) => {
      if (locked || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
      event.preventDefault();
      rows.move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
    };
    const shared = { rowKey: key, index, actions, content, watch, isWrong: errorSchema?.[index] !== undefined };
    if (!grid) return <CardRow key={key} {...shared} onKeyDown={moveByKeys} />;
    // What is wrong behind a line is seen.
    const open = unfolded.has(key) || detail.some(({ name }) => errorSchema?.[index]?.[name] !== undefined);
    const filled = detail.filter((part) => !isEmpty(part, row[part.name])).length;
    return (
      <GridRow key={key} {...shared} detail={behind} filled={filled} open={open} columns={shown.length} onFold={() => setUnfolded(toggled(unfolded, key))} />
    );
  });
  return (
    <Box ref={box} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help ${id}-error`} tabIndex={-1} id={id}>
      <PlaceContext.Provider value={grid ? 'grid' : 'form'}>
        {grid && items.length > 0 && (
          <Box sx={{ overflowX: 'auto', border: '1px solid', borderColor: rawErrors?.length ? 'error.main' : 'var(--line)', borderRadius: 1 }}>
            <Box
              component="table"
              sx={{ borderCollapse: 'collapse', width: '100%' }}
              {...keys}
              onPasteCapture={lines.onPasteCapture}
              onInput={() => rows.last?.fresh && rows.typed()}
            >
              <GridHead fields={shown} lang={lang} />
              {items}
              <GridFoot fields={shown} detail={detail} rows={rows.items.map(({ row }) => row)} />
            </Box>
          </Box>
        )}
        {!grid && <Box sx={{ display: 'grid', gap: 1 }}>{items}</Box>}
      </PlaceContext.Provider>
      {items.length === 0 && <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-text)', py: 0.5 }}>{translate('form.list.empty')}</Box>}
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mt: 0.5, flexWrap: 'wrap', minHeight: 30 }}>
        {!locked && (
          <Button size="small" startIcon={<AddIcon />} disabled={full} onClick={lines.actions.add}>
            {translate('form.list.add')}
          </Button>
        )}
        {grid && !locked && <Box sx={{ color: 'text.secondary', fontSize: 'var(--size-small)' }}>{translate('form.list.keys')}</Box>}
        {rows.last && (
          <Box role="status" sx={{ fontSize: 'var(--size-text)', color: 'text.secondary' }}>
            {translate(`form.list.${rows.last.did}`, { smart_count: rows.last.did === 'pasted' ? rows.last.count : 1 })}
            <Button size="small" onClick={() => lines.actions.undo(true)}>
              {translate('form.list.undo')}
            </Button>
          </Box>
        )}
      </Box>
    </Box>
  );
}

/** Pixels of the box; 0 until it stands on the page. */
function useWidth(box: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((one) => one !== key)) : new Set([...keys, key]);
}

function isLockedIn(itemUi: Record<string, unknown>, name: string): boolean {
  const ui = itemUi[name];
  return typeof ui === 'object' && ui !== null && 'ui:readonly' in ui && ui['ui:readonly'] === true;
}

/** What a row is called in its heading and in the names of its buttons: the first text in it. */
function rowTitle(field: FieldModel, row: Row): string {
  for (const name of ['name', 'title', 'fileName', 'link']) {
    if (typeof row[name] === 'string' && row[name]) return row[name];
  }
  const first = (field.fields ?? []).find((child) => kinds[child.kind].line && row[child.name]);
  return first ? String(row[first.name]) : '';
}

function shownFields(field: FieldModel, itemUi: Record<string, unknown>): FieldModel[] {
  return (field.fields ?? []).filter((child) => {
    const ui = itemUi[child.name];
    return !(typeof ui === 'object' && ui !== null && 'ui:widget' in ui && ui['ui:widget'] === 'hidden');
  });
}
