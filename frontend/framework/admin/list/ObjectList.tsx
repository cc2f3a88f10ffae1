/** The list of any object (R18, R23, R32): the whole screen, driven by the object's model. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useListController } from 'react-admin';

import { useNavigate } from 'react-router';
import { useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ClientEntry } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { isRanked } from '#client/providers/data.ts';
import { storedRow } from '#client/providers/stored-row.ts';
import { useSession } from '#client/session.ts';
import type { Row, Sort } from '#codegen/model.ts';
import { part } from '#ui/part.tsx';
import { BulkActions } from '../actions/BulkActions.tsx';
import { bulkOperations } from '../actions/calls.ts';
import type { BulkAct } from '../bulk/BulkDialog.tsx';
import { MergeButton } from '../merge/MergeButton.tsx';
import { BulkDelete } from './BulkDelete.tsx';
import { listFields, shownColumns } from './columns.ts';
import { EmptyList } from './EmptyList.tsx';
import { Failed } from './Failed.tsx';
import { FigureFoot } from './Figures.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { Pager } from './Pager.tsx';
import { RowTable } from './RowTable.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { Sums } from './Sums.tsx';
import { useKeys } from './use-keys.ts';

import { useSelection } from './use-selection.ts';
import { useLook, useView } from './views/use-view.ts';

import './list.css';
import './rows.css';
import './foot.css';
import { Soon } from '#ui/soon.tsx';

/** No column is sorted by: the best answers come first. */
const byMatch: Sort = { field: '', order: 'DESC' };
const CrossTable = part(() => import('./views/CrossTable.tsx'), 'view');
const GroupedRows = part(() => import('./views/GroupedRows.tsx'), 'view');
const Layouts = part(() => import('../layouts/Layouts.tsx'), 'view');
const BulkDialog = part(() => import('../bulk/BulkDialog.tsx'), 'bulk');

export default function ObjectList({ entry }: { entry: ClientEntry }) {
  const { model } = entry;
  const navigate = useNavigate();
  const text = useText();
  const session = useSession();
  const { failure } = useNotices();
  const look = useLook(model);
  const { chosen } = look;
  const columns = useMemo(() => shownColumns(model, chosen), [model, chosen]);
  const list = useListController<Row & { id: string }>({
    resource: model.name,
    sort: model.list.sort,
    perPage: model.list.pageSize || 25,
    disableAuthentication: true,
    queryOptions: { onError: failure, meta: { fields: listFields(model, columns, session.roles, look.stored?.layout?.field) } },
  });
  const client = useQueryClient();
  const view = useView(model, look, list);
  const [deleting, setDeleting] = useState(false);
  const [bulk, setBulk] = useState<BulkAct>();
  const rows = list.data ?? [];
  const label = text(model.plural);
  const canCreate = session.may(model, 'create');
  const canDelete = session.may(model, 'delete');
  const canUpdate = session.may(model, 'update');
  const operations = useMemo(() => bulkOperations(model, session.roles), [model, session.roles]);
  const selection = useSelection(list);
  const create = () => void navigate(editPath(model));
  const open = (row: Row) => void navigate(editPath(model, String(row.id)));

  /** As the form asks for it; what is not opened within two seconds is forgotten, for it may be changed in the list. */
  const prepare = ({ id }: Row) => void client.prefetchQuery({ ...storedRow(model.name, String(id)), gcTime: 2_000 });

  useEffect(() => {
    document.title = `${label} · Reelbase`;
  }, [label]);
  const keys = new Map([
    ['/', () => document.querySelector<HTMLInputElement>('#list-search')?.focus()],
    ['Escape', selection.clear],
  ]);
  if (canCreate) keys.set('Alt+KeyN', create);
  useKeys(keys);

  const Groups = view.group?.across ? CrossTable : GroupedRows;
  const isFiltered = Object.keys(list.filterValues).length > 0;
  const isEmpty = !list.isPending && !list.error && rows.length === 0;
  return (
    <div className="list" data-density={view.density}>
      <h1 className="unseen">{label}</h1>
      <ListToolbar
        entry={entry}
        list={list}
        view={view}
        columns={columns.map(({ path }) => path)}
        operations={
          <>
            {operations.length > 0 && (
              <BulkActions
                model={model}
                operations={operations}
                ids={list.selectedIds.map(String)}
                rows={rows}
                whole={selection.isWhole ? (operation) => setBulk({ do: 'operate', operation, selection: selection.order }) : undefined}
                done={list.onSelect}
              />
            )}
            {canDelete && canUpdate && !selection.isWhole && <MergeButton model={model} ids={list.selectedIds.map(String)} done={selection.clear} />}
          </>
        }
        {...(canCreate ? { create } : {})}
        below={<SelectionBar selection={selection} page={rows.map(({ id }) => id)} total={list.total ?? 0} isEstimated={list.meta?.estimated === true} />}
        selected={selection.count}
        unselect={selection.clear}
        {...(canUpdate ? { edit: () => setBulk({ do: 'edit', selection: selection.order }) } : {})}
        {...(canDelete ? { remove: () => (selection.isWhole ? setBulk({ do: 'remove', selection: selection.order }) : setDeleting(true)) } : {})}
      />
      {list.error && !list.data ? (
        <Failed error={list.error} retry={list.refetch} />
      ) : isEmpty ? (
        <EmptyList model={model} isFiltered={isFiltered} clear={() => list.setFilters({}, undefined, false)} {...(canCreate ? { create } : {})} />
      ) : view.layout ? (
        <Soon fallback={<div className="table-box" aria-busy="true" />}>
          <Layouts
            entry={entry}
            layout={view.layout}
            setLayout={view.setLayout}
            columns={columns}
            list={list}
            selected={selection.shown}
            {...(canDelete || canUpdate || operations.length ? { toggle: selection.toggle } : {})}
          />
        </Soon>
      ) : view.group ? (
        <Soon fallback={<div className="table-box" aria-busy="true" />}>
          <Groups
            entry={entry}
            columns={columns}
            group={view.group}
            setGroup={view.setGroup}
            filter={list.filterValues}
            sort={list.sort}
            selected={selection.shown}
            {...(canDelete || canUpdate || operations.length ? { toggle: selection.toggle } : {})}
            open={open}
            label={label}
          />
        </Soon>
      ) : (
        <RowTable
          entry={entry}
          columns={columns}
          rows={list.data}
          count={list.perPage}
          sort={isRanked(model.name, list.filterValues, list.sort) ? byMatch : list.sort}
          setSort={list.setSort}
          selected={selection.shown}
          {...(canDelete || canUpdate || operations.length ? { select: selection.select, toggle: selection.toggle } : {})}
          place={`${list.page} ${JSON.stringify([list.sort, list.filterValues])}`}
          open={open}
          prepare={prepare}
          {...(canUpdate ? { paste: (edits) => setBulk({ do: 'paste', rows: edits }) } : {})}
          isStale={list.isPlaceholderData === true}
          label={label}
          searched={typeof list.filterValues.q === 'string' ? list.filterValues.q : ''}
        />
      )}
      {model.list.sums && rows.length > 0 && <Sums model={model} filter={list.filterValues} />}
      {rows.length > 0 && <FigureFoot model={model} filter={list.filterValues} />}
      {(view.layout ? view.layout.kind === 'gallery' : !view.group) && <Pager list={list} />}
      {bulk && (
        <Soon fallback={null}>
          <BulkDialog
            model={model}
            act={bulk}
            count={bulk.do === 'paste' ? bulk.rows.length : selection.count}
            onClose={(isChanged) => {
              setBulk(undefined);
              if (isChanged) selection.clear();
            }}
          />
        </Soon>
      )}
      <BulkDelete model={model} ids={list.selectedIds.map(String)} rows={rows} open={deleting} close={() => setDeleting(false)} done={list.onSelect} />
    </div>
  );
}
