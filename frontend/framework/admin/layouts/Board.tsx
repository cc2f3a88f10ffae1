/** The rows of a list by the state of their workflow: a column a state, and moving a card is the transition that leads there. */

import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useGetList, useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { JsonValue, Option, Row, Transition } from '#codegen/model.ts';
import { stepOf } from '#rules/records/field-path.ts';
import { stepsFrom } from '#rules/records/workflow.ts';
import { listFields } from '../list/columns.ts';
import { Failed, PartFailed } from '../list/Failed.tsx';
import type { Card, LayoutProps } from './layout-props.ts';
import { MoveButton, MoveMenu } from './MoveMenu.tsx';
import { RowCard } from './RowCard.tsx';
import { useMove } from './use-move.tsx';

/** Rows of a column at first, and with each press on 'more'. */
const some = 25;
const most = 1_000;

/** Steps among which somebody has to choose, and where the question stands. */
interface Choice {
  row: Card;
  steps: Transition[];
  anchor: HTMLElement;
}

export default function Board(props: LayoutProps) {
  const { entry, layout, list } = props;
  const { model } = entry;
  const provider = useDataProvider<typeof adminDataProvider>();
  const translate = useTranslate();
  const text = useText();
  const { roles } = useSession();
  const { data, error, refetch } = useQuery({
    queryKey: [model.name, 'groups', layout.field, list.filterValues],
    queryFn: () => provider.groups(model.name, list.filterValues, { path: layout.field }, []),
    placeholderData: (before) => before,
  });
  const { move, busy, dialog } = useMove(model);
  const [dragged, setDragged] = useState<Card>();
  const [choice, setChoice] = useState<Choice>();
  const stepsOf = (row: Row) => stepsFrom(model, roles, String(row[layout.field]));
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data) return <div className="table-box" aria-busy="true" />;
  const states: Option[] = model.workflow?.states ?? [];
  // What no state is named for is shown as well: rows from before the workflow was.
  const others = data.groups.filter(({ value }) => !states.some((state) => state.value === value));
  const columns = [
    ...states.map((state) => ({ value: state.value as JsonValue, label: text(state.label), color: state.color })),
    ...others.map(({ value }) => ({ value, label: value === null ? translate('group.empty') : String(value), color: undefined })),
  ];
  return (
    <section className="board" aria-label={translate('layout.board')}>
      {columns.map(({ value, label, color }) => {
        const group = data.groups.find((one) => one.value === value);
        const steps = dragged ? stepsOf(dragged).filter(({ to }) => to === value) : [];
        return (
          <BoardColumn
            key={JSON.stringify(value)}
            {...props}
            label={label}
            color={color}
            count={group?.count ?? 0}
            within={group?.filter ?? { [stepOf(layout.field)]: value }}
            busy={busy}
            isDragging={dragged !== undefined}
            isOpen={steps.length > 0}
            canMove={(row) => stepsOf(row).length > 0}
            drag={setDragged}
            drop={(anchor) => {
              const [only] = steps;
              setDragged(undefined);
              if (dragged && steps.length > 1) setChoice({ row: dragged, steps, anchor });
              else if (dragged && only) void move(dragged, only);
            }}
            choose={(row, anchor) => setChoice({ row, steps: stepsOf(row), anchor })}
          />
        );
      })}
      <MoveMenu
        ways={(choice?.steps ?? []).map((step) => ({
          name: step.name,
          label: `${text(step.label)} → ${text(states.find(({ value }) => value === step.to)?.label)}`,
          take: () => choice && void move(choice.row, step),
        }))}
        anchor={choice?.anchor ?? null}
        close={() => setChoice(undefined)}
      />
      {dialog}
    </section>
  );
}

interface ColumnProps extends LayoutProps {
  label: string;
  color: string | undefined;
  count: number;
  /** the conditions that leave its rows */
  within: Row;
  /** the row that is on its way */
  busy: string | undefined;
  isDragging: boolean;
  /** may the dragged card come here? */
  isOpen: boolean;
  canMove: (row: Row) => boolean;
  drag: (row: Card | undefined) => void;
  drop: (anchor: HTMLElement) => void;
  choose: (row: Card, anchor: HTMLElement) => void;
}

function BoardColumn(props: ColumnProps) {
  const { entry, layout, columns, list, selected, toggle, label, color, count, within, busy, isDragging, isOpen, canMove, drag, drop, choose } = props;
  const { model } = entry;
  const translate = useTranslate();
  const { roles } = useSession();
  const [shown, setShown] = useState(some);
  const filter: Row = list.filterValues;
  const { data, error, refetch } = useGetList<Card>(
    model.name,
    {
      filter: { ...filter, $and: [...(Array.isArray(filter.$and) ? filter.$and : []), within] },
      sort: list.sort,
      pagination: { page: 1, perPage: shown },
      meta: { fields: listFields(model, columns, roles, layout.field) },
    },
    { enabled: count > 0 },
  );
  const rows = (count > 0 && data) || [];
  const moveTo = (row: Card) => canMove(row) && busy === undefined;
  return (
    <section
      className="board-column"
      aria-label={`${label} ${count}`}
      data-open={isOpen || undefined}
      data-shut={(isDragging && !isOpen) || undefined}
      onDragOver={(event) => isOpen && event.preventDefault()}
      onDrop={(event) => {
        if (!isOpen) return;
        event.preventDefault();
        drop(event.currentTarget);
      }}
    >
      <h2>
        <span className="badge" data-color={color ?? 'plain'}>
          {label}
        </span>
        <span className="num soft">{count}</span>
      </h2>
      {error && !data && <PartFailed error={error} retry={refetch} />}
      <ul>
        {rows.map((row) => (
          <RowCard
            key={row.id}
            model={model}
            columns={columns}
            row={row}
            without={layout.field}
            isSelected={selected.includes(row.id)}
            toggle={toggle}
            isBusy={busy === row.id}
            onDragStart={
              moveTo(row)
                ? (event) => {
                    event.dataTransfer.setData('text/plain', row.id); // without it some browsers drag nothing
                    event.dataTransfer.effectAllowed = 'move';
                    drag(row);
                  }
                : undefined
            }
            onDragEnd={() => drag(undefined)}
            menu={moveTo(row) && <MoveButton row={row} model={model} open={(anchor) => choose(row, anchor)} />}
          />
        ))}
      </ul>
      {rows.length > 0 && rows.length < count && shown < most && (
        <Button size="small" onClick={() => setShown(Math.min(shown + some, most))}>
          {translate('group.more', { shown: rows.length, smart_count: count })}
        </Button>
      )}
    </section>
  );
}
