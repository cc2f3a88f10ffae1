/** The list as a file: as it is shown, in the page's words, or everything by its codes; while it comes it says how much there is, and can be stopped. */
import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useDownload } from '#client/notices/use-download.ts';
import { exportAddress } from '#client/providers/data.ts';
import type { ObjectModel, Row, Sort } from '#codegen/model.ts';

interface Props {
  model: ObjectModel;
  /** paths, as they stand in the list */
  columns: readonly string[];
  filter: Row;
  sort: Sort;
}

const choices = [
  ['seen', 'xlsx'],
  ['seen', 'csv'],
  ['codes', 'xlsx'],
  ['codes', 'csv'],
] as const;

export function ExportButton({ model, columns, filter, sort }: Props) {
  const translate = useTranslate();
  const download = useDownload('export');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [received, setReceived] = useState<number>();
  const [stop, setStop] = useState<AbortController>();
  const take = async (style: 'seen' | 'codes', format: 'xlsx' | 'csv') => {
    setAnchor(null);
    const controller = new AbortController();
    setStop(controller);
    setReceived(0);
    const address = exportAddress(model.name, format, filter, sort, style === 'seen' ? columns : undefined);
    await download(address, `${model.name}.${format}`, { signal: controller.signal, onBytes: setReceived });
    setReceived(undefined);
  };
  const label = translate('list.export');
  return (
    <>
      <Tooltip title={label}>
        <IconButton aria-label={label} aria-haspopup="menu" disabled={received !== undefined} onClick={(event) => setAnchor(event.currentTarget)}>
          <ExportIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {choices.flatMap(([style, format]) => [
          ...(format === 'xlsx' ? [<ListSubheader key={style}>{translate(`list.exports.${style}`)}</ListSubheader>] : []),
          <MenuItem key={`${style} ${format}`} onClick={() => void take(style, format)}>
            {translate(`list.exports.${format}`)}
          </MenuItem>,
        ])}
      </Menu>
      <Dialog open={received !== undefined} maxWidth="xs" fullWidth aria-labelledby="export-title">
        <DialogTitle id="export-title">{translate('list.exports.busy')}</DialogTitle>
        <DialogContent>
          <LinearProgress aria-label={translate('list.exports.busy')} />
          <p className="soft">{translate('list.exports.received', { kb: Math.round((received ?? 0) / 1024).toLocaleString() })}</p>
        </DialogContent>
        <DialogActions>
          <Button onClick={() => stop?.abort()}>{translate('ra.action.cancel')}</Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
