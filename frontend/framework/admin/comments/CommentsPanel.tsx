/** What is said about a record, beside the form: comments, whom it is assigned to, and whether one follows it. */

import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutline';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useChange } from '#client/use-change.ts';
import { showInstant } from '#fields/show.ts';
import type { AssignmentBody, Comment } from '#framework/comments/wire.ts';
import { stampOf } from '#framework/time.ts';
import { piecesOf } from '#rules/records/mention.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Assignments, heading } from './Assignments.tsx';
import { CommentBox } from './CommentBox.tsx';
import { useTalk } from './use-talk.ts';

const stale = ['talk', 'reminders', 'notices'];

export default function CommentsPanel({ object, id, onClose }: { object: string; id: string; onClose(): void }) {
  const translate = useTranslate();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetching } = useTalk(object, id);
  const people = useQuery({ queryKey: ['people', object, id], queryFn: () => call('GET /api/pb/:object/:id/people', { at: { object, id } }) }).data ?? [];
  const { send, busy } = useChange(stale);
  const [changing, setChanging] = useState<number>();
  const [removing, setRemoving] = useState<Comment>();
  const pages = data?.pages ?? [];
  const [newest] = pages;
  const comments = [...pages].reverse().flatMap((page) => page.comments);
  const names: Record<string, string> = Object.assign({}, ...pages.map((page) => page.names));
  const at = { object, id };
  const isDone = (answer: unknown) => answer !== undefined;
  const write = async (text: string) => isDone(await send('POST /api/pb/:object/:id/comments', { at, body: { text }, key: keyFor() }));
  const change = async (comment: number, text: string) => {
    const done = isDone(await send('PUT /api/pb/:object/:id/comments/:comment', { at: { ...at, comment: String(comment) }, body: { text } }));
    if (done) setChanging(undefined);
    return done;
  };
  const assign = async (body: AssignmentBody) => isDone(await send('PUT /api/pb/:object/:id/assignment', { at, body }));
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': translate('form.comments'), role: 'dialog', sx: { width: 'min(520px, 100vw)' } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1, borderBottom: '1px solid var(--line)' }}>
        <Box component="h2" sx={{ flex: 1, m: 0, fontSize: 'var(--size-title)', fontWeight: 600 }}>
          {translate('form.comments')}
        </Box>
        {newest && (
          <FormControlLabel
            label={translate('comments.follow')}
            control={
              <Switch
                size="small"
                checked={newest.follows}
                disabled={busy}
                onChange={({ target }) => void send('PUT /api/pb/:object/:id/follow', { at, body: { follows: target.checked } })}
              />
            }
          />
        )}
        <IconButton aria-label={translate('form.close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Box>
      <Box sx={{ px: 2, py: 1.5, display: 'grid', gap: 2 }}>
        {isPending && translate('form.searching')}
        <FailureLine error={error} />
        {newest && <Assignments talk={newest} people={people} busy={busy} onAssign={assign} />}
        {newest && (
          <Box component="section" aria-labelledby="comments-title">
            <Box component="h3" id="comments-title" sx={heading}>
              {translate('comments.title', { smart_count: newest.count })}
            </Box>
            {hasNextPage && (
              <Button size="small" disabled={isFetching} onClick={() => void fetchNextPage()}>
                {translate('comments.older')}
              </Button>
            )}
            {comments.map((comment) => (
              <Box component="article" key={comment.id} sx={{ py: 1, borderBottom: '1px solid var(--line)' }}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, fontSize: 'var(--size-small)', color: 'text.secondary' }}>
                  <strong>{names[comment.by] ?? comment.by}</strong>
                  <Box component="time" className="num" sx={{ flex: 1 }}>
                    {showInstant(stampOf(comment.at))}
                    {comment.editedAt > 0 && ` · ${translate('comments.edited')}`}
                  </Box>
                  {comment.mayChange && (
                    <IconButton size="small" aria-label={translate('comments.change')} onClick={() => setChanging(comment.id)}>
                      <EditIcon fontSize="small" />
                    </IconButton>
                  )}
                  {comment.mayRemove && (
                    <IconButton size="small" aria-label={translate('comments.remove')} onClick={() => setRemoving(comment)}>
                      <DeleteIcon fontSize="small" />
                    </IconButton>
                  )}
                </Box>
                {changing === comment.id ? (
                  <CommentBox
                    people={people}
                    text={comment.text}
                    names={names}
                    busy={busy}
                    onSend={(text) => change(comment.id, text)}
                    onCancel={() => setChanging(undefined)}
                  />
                ) : (
                  <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {piecesOf(comment.text, names).map((piece, index) => (piece.account ? <strong key={String(index)}>{piece.text}</strong> : piece.text))}
                  </Box>
                )}
              </Box>
            ))}
          </Box>
        )}
        {newest && <CommentBox key={`${object} ${id}`} people={people} busy={busy} stored={`comment ${object} ${id}`} onSend={write} />}
      </Box>
      <Confirm
        question={removing && { title: translate('comments.remove'), content: translate('comments.removes'), confirm: translate('comments.remove') }}
        onAnswer={(yes) => {
          if (yes && removing) void send('DELETE /api/pb/:object/:id/comments/:comment', { at: { ...at, comment: String(removing.id) } });
          setRemoving(undefined);
        }}
      />
    </Drawer>
  );
}

function keyFor(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
