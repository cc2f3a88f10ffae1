/** Who changed what and when, newest first, beside the form; two versions compared, and the way back to an earlier one. */

import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { HistoryEntry } from '#framework/records/wire.ts';
import { historyPage } from '#rules/records/versions.ts';
import { staffZone, utcToZoned } from '#ui/moment.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { useOperationName } from './operation-name.ts';
import { useRevert } from './use-revert.ts';
import { type Compared, VersionCompare } from './VersionCompare.tsx';

interface HistoryPanelProps {
  model: ObjectModel;
  id: string;
  /** the record as it is */
  row: Row;
  /** counts the saves of this form, each of which makes an entry */
  saves: number;
  open: boolean;
  /** something that was typed is not saved */
  dirty: boolean;
  onReverted(row: Row): void;
  onClose(): void;
}

export function HistoryPanel({ model, id, row, saves, open, dirty, onReverted, onClose }: HistoryPanelProps) {
  const translate = useTranslate();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['history', model.name, id, saves],
    queryFn: ({ pageParam }) => dataProvider.history(model.name, id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < historyPage ? undefined : last.at(-1)?.entry),
    enabled: open,
  });
  const entries = data?.pages.flat() ?? [];
  const [compared, setCompared] = useState<Compared>();
  const revert = useRevert(model, id, row, (next) => {
    setCompared(undefined);
    onReverted(next);
  });
  return (
    <Drawer
      anchor="right"
      open={open}
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': translate('form.history'), role: 'dialog', sx: { width: 'min(520px, 100vw)' } } }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          px: 2,
          py: 1,
          borderBottom: '1px solid var(--line)',
          position: 'sticky',
          top: 0,
          bgcolor: 'background.paper',
          zIndex: 1,
        }}
      >
        <Box component="h2" sx={{ flex: 1, m: 0, fontSize: 'var(--size-title)', fontWeight: 600 }}>
          {translate('form.history')}
        </Box>
        <IconButton aria-label={translate('form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      {compared && (
        <VersionCompare
          model={model}
          row={row}
          entries={entries}
          compared={compared}
          onChange={setCompared}
          onClose={() => setCompared(undefined)}
          dirty={dirty}
          revert={revert}
        />
      )}
      <Box sx={{ px: 2, py: 1 }}>
        {isPending && translate('form.searching')}
        <FailureLine error={error} />
        {data && entries.length === 0 && translate('form.nohistory')}
        {entries.map((entry) => (
          <Entry key={entry.entry} entry={entry} model={model} row={row} onCompare={() => setCompared({ from: entry.entry, to: 'now' })} />
        ))}
        {hasNextPage && (
          <Button disabled={isFetching} onClick={() => void fetchNextPage()}>
            {translate('form.versions.more')}
          </Button>
        )}
      </Box>
    </Drawer>
  );
}

interface EntryProps {
  entry: HistoryEntry;
  model: ObjectModel;
  row: Row;
  onCompare(): void;
}

function Entry({ entry, model, row, onCompare }: EntryProps) {
  const translate = useTranslate();
  const action = useOperationName()(entry.action, model);
  const at = utcToZoned(entry.at);
  return (
    <Box component="article" sx={{ py: 1, borderBottom: '1px solid var(--line)' }}>
      <Box sx={{ fontSize: 'var(--size-text)' }}>
        <strong>{entry.name || entry.by || '–'}</strong> {action}
        <Box component="time" sx={{ float: 'right', color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} title={staffZone.label}>
          {at}
        </Box>
      </Box>
      <ChangedFields model={model} changes={entry.changes ?? {}} row={row} isNew={entry.action === 'create'} />
      <Button size="small" onClick={onCompare} aria-label={translate('form.versions.compare_at', { at })}>
        {translate('form.versions.compare')}
      </Button>
    </Box>
  );
}
