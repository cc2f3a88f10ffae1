/** Writes the mails with the personal links, held for review on the campaign dashboard. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useOwnNavigate } from '#admin/layout/own-navigate.ts';
import type { LinkOrder } from '#application/forum/wire.ts';
import type { TemplateText } from '#application/mailing/rules/mail-template.ts';
import { templateText } from '#application/mailing/rules/mail-template.ts';
import { ApiError, call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { toFirstWrong } from '#ui/to-first-wrong.ts';

export function MailDialog({ campaign, order, onClose }: { campaign: string; order: LinkOrder; onClose: () => void }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { failure, positive } = useNotices();
  const navigate = useOwnNavigate();
  const [typed, setTyped] = useState<Partial<TemplateText>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  // One idempotency key for this dialog, so that pressing twice does not write two batches.
  const [key] = useState(() => `wishes-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`);
  const { data } = useQuery({
    queryKey: ['forum-mail'],
    queryFn: () => call('GET /api/forum/:campaign/mails', { at: { campaign } }),
    retry: false,
  });
  const text: TemplateText | undefined = data && {
    ...templateText(data.text),
    ...typed,
  };
  const write = async () => {
    setBusy(true);
    setProblems({});
    try {
      await call('POST /api/forum/:campaign/mails', { at: { campaign }, body: { ...order, text }, key });
      positive(translate('deskForum.mail.done'));
      onClose();
      navigate(`/ccdfdesk?campaign=${encodeURIComponent(campaign)}&tab=mails`);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : [];
      setProblems(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
      if (fields.some(({ path }) => path.startsWith('text/'))) toFirstWrong(box.current);
      else failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="forum-mail">
      <DialogTitle id="forum-mail">{translate('deskForum.mail.title')}</DialogTitle>
      <DialogContent>
        <p>{translate('deskForum.mail.lead', { count: order.ids.length })}</p>
        {text && (
          <div className="forum-texts" ref={box}>
            {(['Tw', 'En'] as const).map((side) => (
              <fieldset key={side}>
                <legend>{translate(`deskForum.mail.${side.toLowerCase()}`)}</legend>
                {(['subject', 'body'] as const).map((part) => {
                  const name = `${part}${side}` as const;
                  return (
                    <TextField
                      key={name}
                      fullWidth
                      margin="dense"
                      multiline={part === 'body'}
                      minRows={part === 'body' ? 10 : 1}
                      label={translate(`deskForum.mail.${part}`)}
                      value={text[name]}
                      error={Boolean(problems[`text/${name}`])}
                      helperText={problems[`text/${name}`]}
                      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
                    />
                  );
                })}
              </fieldset>
            ))}
          </div>
        )}
        <p className="forum-total">
          {translate('deskForum.mail.holders')} {data?.placeholders.map(({ name, about }) => `{${name}} ${about[lang]}`).join(' · ')}
        </p>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('deskForum.mail.cancel')}</Button>
        <Button variant="contained" disabled={!text || busy} onClick={() => void write()}>
          {translate('deskForum.mail.go')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
