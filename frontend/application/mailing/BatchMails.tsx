/** The mails of a batch as they will be sent, one page at a time. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { BatchPage, ShownMail } from '#application/mailing/wire.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { labelled, language } from '#rules/words/language.ts';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { badgeColors } from './calls.ts';

interface BatchMailsProps {
  batch: BatchPage;
  offset: number;
  pageSize: number;
  onOffset: (offset: number) => void;
}

export function BatchMails({ batch, offset, pageSize, onOffset }: BatchMailsProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { positive } = useNotices();
  const { send } = useDashboardChange();
  const [edited, setEdited] = useState<ShownMail>();
  const [leaving, setLeaving] = useState<ShownMail>();
  const isHeld = batch.state === 'held';
  const takeOut = async (mail: ShownMail) => {
    if ((await send('DELETE /api/desk/mails/batches/:id/mails/:mail', { at: { id: batch.id, mail: mail.id } })) !== undefined)
      positive(translate('deskmails.takenout'));
  };
  return (
    <>
      <ul className="batchmails">
        {batch.mails.map((mail) => (
          <li key={mail.id}>
            <details>
              <summary>
                <strong>{text(mail.title)}</strong>
                <span className="soft">{mail.to}</span>
                <span className="badge">{translate(`deskmails.${mail.lang}`)}</span>
                <span className="batchmails-subject">{mail.subject}</span>
                {mail.status !== 'held' && (
                  <span className="badge" data-color={badgeColors[mail.status]}>
                    {translate(`deskmails.mailstates.${mail.status}`)}
                  </span>
                )}
              </summary>
              <div className="mailpaper" lang={language[mail.lang].html}>
                <h3>{mail.subject}</h3>
                <div className="mailpaper-body">{mail.body}</div>
              </div>
              {mail.error && <p className="soft">{mail.error}</p>}
              {isHeld && (
                <p className="maildesk-bar">
                  <Button variant="outlined" onClick={() => setEdited(mail)} aria-label={labelled(translate('deskmails.edit'), text(mail.title), lang)}>
                    {translate('deskmails.edit')}
                  </Button>
                  <Button color="error" onClick={() => setLeaving(mail)} aria-label={labelled(translate('deskmails.takeout'), text(mail.title), lang)}>
                    {translate('deskmails.takeout')}
                  </Button>
                </p>
              )}
            </details>
          </li>
        ))}
      </ul>
      {batch.total > pageSize && (
        <p className="maildesk-bar">
          <Button disabled={offset === 0} onClick={() => onOffset(Math.max(offset - pageSize, 0))}>
            {translate('deskmails.prev_page')}
          </Button>
          <span>{translate('deskmails.range', { from: offset + 1, to: offset + batch.mails.length, total: batch.total })}</span>
          <Button disabled={offset + batch.mails.length >= batch.total} onClick={() => onOffset(offset + pageSize)}>
            {translate('deskmails.next_page')}
          </Button>
        </p>
      )}
      {edited && <MailEditor mail={edited} batch={batch.id} onClose={() => setEdited(undefined)} />}
      <Confirm
        question={
          leaving && { title: translate('deskmails.takeout_ask', { name: text(leaving.title) }), confirm: translate('deskmails.takeout'), danger: true }
        }
        onAnswer={(yes) => {
          const mail = leaving;
          setLeaving(undefined);
          if (yes && mail) void takeOut(mail);
        }}
      />
    </>
  );
}

function MailEditor({ mail, batch, onClose }: { mail: ShownMail; batch: string; onClose: () => void }) {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const { positive } = useNotices();
  const { busy, send } = useDashboardChange();
  const [subject, setSubject] = useState(mail.subject);
  const [body, setBody] = useState(mail.body);
  const save = async () => {
    const done = await send('PUT /api/desk/mails/batches/:id/mails/:mail', { at: { id: batch, mail: mail.id }, body: { subject, body, ver: mail.ver } });
    if (done === undefined) return;
    positive(translate('deskmails.edited'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('deskmails.edit_title', { name: text(mail.title) })}</DialogTitle>
      <DialogContent className="textpair-side" sx={{ pt: '8px !important' }}>
        <TextField
          label={translate('deskmails.subject')}
          value={subject}
          onChange={(event) => setSubject(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 300 }, inputLabel: { shrink: true } }}
        />
        <TextField
          label={translate('deskmails.body')}
          value={body}
          multiline
          minRows={12}
          onChange={(event) => setBody(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" disabled={busy || !subject.trim() || !body.trim()} onClick={() => void save()}>
          {translate('deskmails.edit_save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
