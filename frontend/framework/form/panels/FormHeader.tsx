/** The sticky line above the form: the row's name and what can be done with it. */

import BackIcon from '@mui/icons-material/ArrowBack';
import MergeIcon from '@mui/icons-material/CallMerge';
import CommentIcon from '@mui/icons-material/ChatBubbleOutline';
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import HistoryIcon from '@mui/icons-material/History';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import MoreIcon from '@mui/icons-material/MoreVert';
import AddIcon from '@mui/icons-material/PlaylistAdd';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import StarIcon from '@mui/icons-material/Star';
import StarBorderIcon from '@mui/icons-material/StarBorder';
import SyncIcon from '@mui/icons-material/Sync';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactElement, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useLanguage, useText } from '#client/language.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { editPath } from '#client/paths.ts';
import { printAddress } from '#client/providers/data.ts';
import { useSession } from '#client/session.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import type { Mode } from '#fields/contract/widget.ts';
import { isSaidId } from '#rules/records/record.ts';
import { below } from '#ui/widths.ts';
import { copyOf } from '../state/new-row.ts';
import type { PresenceFacts } from '../state/use-presence.ts';
import { usePresenceSentence } from '../state/use-presence-sentence.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

interface FormHeaderProps {
  title: string;
  model: ObjectModel;
  mode: Mode;
  dirty: boolean;
  busy: boolean;
  writable: boolean;
  /** as saved */
  row: Row;
  onSave(): void;
  onSaveBack(): void;
  /** undefined where no record may be made */
  onSaveNew: (() => void) | undefined;
  /** to the records beside this one; undefined at the list's ends */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  favourite: { isMarked: boolean; toggle(): void } | undefined;
  onBack(): void;
  onHistory(): void;
  /** how much is said about the record */
  comments: number;
  onComments(): void;
  onDeleted(): void;
  onMerge(): void;
  /** who else has the record open */
  others: PresenceFacts;
  /** where somebody has saved a newer version: takes it into the form */
  onTakeNewer: (() => void) | undefined;
}

export function FormHeader({
  title,
  model,
  mode,
  dirty,
  busy,
  writable,
  row,
  onSave,
  onSaveBack,
  onSaveNew,
  onPrevious,
  onNext,
  favourite,
  onBack,
  onHistory,
  comments,
  onComments,
  onDeleted,
  onMerge,
  others,
  onTakeNewer,
}: FormHeaderProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const session = useSession();
  const download = useDownload();
  const navigate = useNavigate();
  const narrow = useMediaQuery(below('narrow'));
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [deleting, setDeleting] = useState(false);
  const saved = mode === 'edit';
  const said = usePresenceSentence(others, onTakeNewer !== undefined);
  const isUrgent = others.isGone || onTakeNewer !== undefined;
  const actions = [
    saved &&
      session.may(model, 'create') && {
        key: 'duplicate',
        icon: <CopyIcon fontSize="small" />,
        run: () => void navigate(editPath(model), { state: { copy: copyOf(row, model) } }),
      },
    saved &&
      model.print !== undefined && {
        key: 'print',
        icon: <PrintIcon fontSize="small" />,
        run: () => void download(printAddress(model.name, String(row[model.entity.key]), lang)),
      },
    saved && {
      key: 'comments',
      icon: (
        <Badge badgeContent={comments} color="primary">
          <CommentIcon fontSize="small" />
        </Badge>
      ),
      run: onComments,
    },
    saved && model.history && { key: 'history', icon: <HistoryIcon fontSize="small" />, run: onHistory },
    saved && session.may(model, 'update') && session.may(model, 'delete') && { key: 'merge', icon: <MergeIcon fontSize="small" />, run: onMerge },
    saved && session.may(model, 'delete') && { key: 'delete.action', icon: <DeleteIcon fontSize="small" />, run: () => setDeleting(true) },
  ].filter((action) => action !== false);
  const more = [
    ...(writable ? [{ key: 'saveback', icon: <SaveIcon fontSize="small" />, run: onSaveBack }] : []),
    ...(writable && onSaveNew ? [{ key: 'savenew', icon: <SaveIcon fontSize="small" />, run: onSaveNew }] : []),
    ...(onPrevious ? [{ key: 'previous', icon: <PreviousIcon fontSize="small" />, run: onPrevious }] : []),
    ...(onNext ? [{ key: 'next', icon: <NextIcon fontSize="small" />, run: onNext }] : []),
  ];
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 5,
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: { xs: 0.5, sm: 2 },
        minHeight: 52,
        bgcolor: 'var(--paper)',
        borderBottom: '1px solid var(--line)',
      }}
    >
      <Tooltip title={translate('form.back')}>
        <IconButton aria-label={translate('form.back')} onClick={onBack}>
          <BackIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box
          sx={{
            fontSize: 'var(--size-small)',
            lineHeight: 1.3,
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
            // On a phone what is said of others has the place of what the record is.
            whiteSpace: { xs: said ? 'normal' : 'nowrap', sm: 'nowrap' },
          }}
        >
          <Box component="span" sx={{ display: { xs: said ? 'none' : 'inline', sm: 'inline' }, mr: 1 }}>
            {text(model.label)}
            {saved && isSaidId(model) && String(row[model.entity.key]) !== title && ` · ${row[model.entity.key]}`}
          </Box>
          {dirty && (
            <Box component="span" role="status" sx={{ color: 'warning.main', mr: 1, fontWeight: 500 }}>
              {translate('form.unsaved')}
            </Box>
          )}
          {/* Always there, so that what comes into it is announced. */}
          <Box component="span" role="status" title={said} sx={{ color: isUrgent ? 'error.main' : 'primary.main', fontWeight: 500 }}>
            {said}
          </Box>
        </Box>
        <Tooltip title={title}>
          <Box
            component="h1"
            sx={{ m: 0, fontSize: 'var(--size-title)', fontWeight: 600, lineHeight: 1.4, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            {title}
          </Box>
        </Tooltip>
      </Box>
      {onTakeNewer && narrow && (
        <IconButton aria-label={translate('form.presence.take')} color="warning" disabled={busy} onClick={onTakeNewer}>
          <SyncIcon fontSize="small" />
        </IconButton>
      )}
      {onTakeNewer && !narrow && (
        <Button size="small" variant="outlined" color="warning" startIcon={<SyncIcon />} disabled={busy} onClick={onTakeNewer} sx={{ flexShrink: 0 }}>
          {translate('form.presence.take')}
        </Button>
      )}
      {saved && !narrow && (
        <>
          <Beside name="form.previous" keys="Alt K" icon={<PreviousIcon fontSize="small" />} go={onPrevious} />
          <Beside name="form.next" keys="Alt J" icon={<NextIcon fontSize="small" />} go={onNext} />
        </>
      )}
      {favourite && (
        <Tooltip title={translate('form.favourite')}>
          <IconButton aria-label={translate('form.favourite')} aria-pressed={favourite.isMarked} onClick={favourite.toggle}>
            {favourite.isMarked ? <StarIcon fontSize="small" /> : <StarBorderIcon fontSize="small" />}
          </IconButton>
        </Tooltip>
      )}
      {!narrow &&
        actions.map((action) => (
          <Tooltip key={action.key} title={translate(`form.${action.key}`)}>
            <IconButton aria-label={translate(`form.${action.key}`)} onClick={action.run}>
              {action.icon}
            </IconButton>
          </Tooltip>
        ))}
      {writable && (
        <>
          {!narrow && onSaveNew && (
            <Tooltip title={`${translate('form.savenew')} (Ctrl Shift S)`}>
              <span>
                <IconButton aria-label={translate('form.savenew')} disabled={busy} onClick={onSaveNew}>
                  <AddIcon fontSize="small" />
                </IconButton>
              </span>
            </Tooltip>
          )}
          {!narrow && (
            <Button variant="outlined" disabled={busy} onClick={onSaveBack}>
              {translate('form.saveback')}
            </Button>
          )}
          <Button variant="contained" startIcon={<SaveIcon />} loading={busy} loadingPosition="start" onClick={onSave}>
            {translate('form.save')}
          </Button>
        </>
      )}
      {narrow && (actions.length > 0 || more.length > 0) && (
        <>
          <IconButton aria-label={translate('form.more')} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
            <MoreIcon fontSize="small" />
          </IconButton>
          <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {[...more, ...actions].map((action) => (
              <MenuItem
                key={action.key}
                onClick={() => {
                  setAnchor(null);
                  action.run();
                }}
              >
                <ListItemIcon>{action.icon}</ListItemIcon>
                {translate(`form.${action.key}`)}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {deleting && <DeleteDialog model={model} id={String(row[model.entity.key])} title={title} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </Box>
  );
}

/** The way to a record beside this one in the list that one came from. */
function Beside({ name, keys, icon, go }: { name: string; keys: string; icon: ReactElement; go: (() => void) | undefined }) {
  const label = useTranslate()(name);
  return (
    <Tooltip title={`${label} (${keys})`}>
      <span>
        <IconButton aria-label={label} disabled={!go} onClick={go}>
          {icon}
        </IconButton>
      </span>
    </Tooltip>
  );
}
