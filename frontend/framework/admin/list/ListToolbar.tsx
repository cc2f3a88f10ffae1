/** Search, filters, columns and the list's actions, on one line where there is room. */
import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditNoteOutlined';
import ImportIcon from '@mui/icons-material/FileUploadOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ListControllerResult, useTranslate } from 'react-admin';
import { useText, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { ClientEntry } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { part } from '#ui/part.tsx';
import { Soon } from '#ui/soon.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { ExportButton } from './ExportButton.tsx';
import { FigureChooser } from './Figures.tsx';
import { FilterBar } from './filter/FilterBar.tsx';
import { SearchBox } from './filter/SearchBox.tsx';
import { useChangedSince } from './use-changed-since.ts';
import { GroupButton } from './views/GroupButton.tsx';
import { LayoutButton } from './views/LayoutButton.tsx';
import type { ViewState } from './views/use-view.ts';
import { ViewSwitcher } from './views/ViewSwitcher.tsx';

const ImportDialog = part(() => import('../import/ImportDialog.tsx'), 'import');

interface Props {
  entry: ClientEntry;
  list: ListControllerResult;
  view: ViewState;
  /** paths, as they stand */
  columns: readonly string[];
  /** what can be done with the selected rows */
  operations?: ReactNode;
  /** a line of its own under the rest */
  below: ReactNode;
  /** rows */
  selected: number;
  unselect: () => void;
  create?: () => void;
  /** fields of all that are selected */
  edit?: () => void;
  remove?: () => void;
}

export function ListToolbar({ entry, list, view, columns, operations, below, selected: count, unselect, create, edit, remove }: Props) {
  const { model } = entry;
  const translate = useTranslate();
  const words = useWords();
  const text = useText();
  const { negative } = useNotices();
  const { may } = useSession();
  const client = useQueryClient();
  const [isImporting, setImporting] = useState(false);
  const changed = useChangedSince(model, list.isFetching === true);
  const refresh = changed ? translate('list.outdated', { smart_count: changed }) : translate('ra.action.refresh');
  // All that is shown of the rows: also groups, columns of a board, figures.
  const renew = () => void client.invalidateQueries({ queryKey: [model.name] });
  const setFilter = (filter: object) => list.setFilters(filter, undefined, false);
  return (
    <div className="toolbar" role="toolbar" aria-label={text(model.plural)}>
      <ViewSwitcher model={model} state={view} />
      {model.search.length > 0 && <SearchBox filter={list.filterValues} setFilter={setFilter} />}
      <FilterBar model={model} filter={list.filterValues} setFilter={setFilter} />
      <div className="toolbar-actions">
        {count > 0 && (
          <button type="button" className="chip" onClick={unselect}>
            {translate('list.selected', { smart_count: count })} ×
          </button>
        )}
        {operations}
        {edit && (
          <Tooltip title={translate('bulk.open')}>
            <IconButton aria-label={translate('bulk.open')} onClick={() => (count ? edit() : negative(words('msg.noselect')))}>
              <EditIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {remove && (
          <Tooltip title={translate('ra.action.delete')}>
            {/* Without a selection the button says so (K07) rather than being dead. */}
            <IconButton
              aria-label={translate('ra.action.delete')}
              color={count ? 'error' : 'default'}
              onClick={() => (count ? remove() : negative(words('msg.noselect')))}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        <Tooltip title={refresh}>
          <IconButton aria-label={refresh} onClick={renew}>
            <Badge badgeContent={changed} color="primary">
              <RefreshIcon fontSize="small" />
            </Badge>
          </IconButton>
        </Tooltip>
        {may(model, 'import') && (
          <Tooltip title={translate('list.import')}>
            <IconButton aria-label={translate('list.import')} onClick={() => setImporting(true)}>
              <ImportIcon fontSize="small" />
            </IconButton>
          </Tooltip>
        )}
        {may(model, 'export') && <ExportButton model={model} columns={columns} filter={list.filterValues} sort={list.sort} />}
        <FigureChooser model={model} />
        {!view.layout && <GroupButton model={model} view={view} />}
        <LayoutButton model={model} view={view} />
        <ColumnChooser model={model} chosen={view.chosen} setChosen={view.setChosen} />
        {create && (
          <Button className="toolbar-create" variant="contained" startIcon={<AddIcon />} onClick={create}>
            {translate('list.create')}
          </Button>
        )}
      </div>
      {below}
      {isImporting && (
        <Soon fallback={null}>
          <ImportDialog
            model={model}
            onClose={(changed) => {
              setImporting(false);
              if (changed) renew();
            }}
          />
        </Soon>
      )}
    </div>
  );
}
