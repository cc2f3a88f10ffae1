/** The review of a written batch: every mail as it will be sent. A mail can be changed or removed; then the batch is released or discarded. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import { useOperation, usePanel } from '#admin/system/use-panel.ts';
import type { BatchPage, Skipped } from '#application/mailing/wire.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { FailureText } from '#client/notices/FailureText.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import { labelled } from '#rules/words/language.ts';
import { useDashboard, useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { Confirm, type Question } from '#ui/Confirm.tsx';
import { BatchMails } from './BatchMails.tsx';

/** Mails on one page; the server uses the same number. */
const pageSize = 50;

export function LookOver({ batch: id, onBack }: { batch: string; onBack: () => void }) {
  const translate = useTranslate();
  const { positive } = useNotices();
  const { busy, send } = useDashboardChange();
  const [offset, setOffset] = useState(0);
  const [question, setQuestion] = useState<Question & { then: () => Promise<void> }>();
  const { data: batch, error } = useDashboard('GET /api/desk/mails/batches/:id', { at: { id }, query: { offset } });
  if (error) {
    return (
      <p role="alert">
        <FailureText error={error} /> <Button onClick={onBack}>{translate('deskmails.to_list')}</Button>
      </p>
    );
  }
  if (!batch) return <Pending />;
  const held = batch.counts.held ?? 0;
  const waiting = batch.counts.waiting ?? 0;
  const kind = translate(`deskmails.kinds.${batch.kind}`);
  const release = async () => {
    const done = await send('POST /api/desk/mails/batches/:id/release', { at: { id }, body: {} });
    if (done) positive(translate('deskmails.released', { smart_count: done.count }));
  };
  const discard = async () => {
    if ((await send('DELETE /api/desk/mails/batches/:id', { at: { id } })) === undefined) return;
    positive(translate('deskmails.discarded'));
    onBack();
  };
  const stop = async () => {
    const done = await send('POST /api/desk/mails/batches/:id/stop', { at: { id }, body: {} });
    if (done) positive(translate('deskmails.stopped', { smart_count: done.count }));
  };
  const ask = (next: Question, then: () => Promise<void>) => setQuestion({ ...next, then });
  return (
    <section className="panel lookover" aria-label={translate('deskmails.look')}>
      <p>
        <Button onClick={onBack}>{translate('deskmails.to_list')}</Button>
      </p>
      <h2>{translate('deskmails.look_title', { kind, count: batch.total })}</h2>
      {batch.state === 'composing' && <Composing job={batch.job} />}
      {batch.state === 'unfinished' && <Alert severity="error">{translate('deskmails.look_unfinished')}</Alert>}
      {batch.state === 'held' && (
        <Alert severity="info">
          {batch.total ? translate('deskmails.look_held') : translate('deskmails.written_none', { why: whyNone(batch, translate) })}
        </Alert>
      )}
      {batch.state === 'held' && batch.kind.startsWith('decision') && <p className="soft">{translate('deskmails.release_decisions')}</p>}
      {batch.state === 'released' && (
        <Alert severity="success">
          {translate('deskmails.look_released', { at: showInstant(batch.releasedAt), by: batch.releasedBy })}{' '}
          {Object.entries(batch.counts)
            .map(([state, count]) => `${translate(`deskmails.mailstates.${state}`)} ${count}`)
            .join(' · ')}
        </Alert>
      )}
      <p className="maildesk-bar">
        {batch.state === 'held' && held > 0 && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() =>
              ask(
                {
                  title: translate('deskmails.release_ask', { smart_count: held }),
                  content: translate('deskmails.release_help'),
                  confirm: translate('deskmails.release', { smart_count: held }),
                },
                release,
              )
            }
          >
            {translate('deskmails.release', { smart_count: held })}
          </Button>
        )}
        {batch.state !== 'released' && (
          <Button
            color="error"
            disabled={busy}
            onClick={() =>
              ask(
                {
                  title: translate('deskmails.discard_ask'),
                  content: translate('deskmails.discard_help'),
                  confirm: translate('deskmails.discard'),
                  danger: true,
                },
                discard,
              )
            }
          >
            {translate('deskmails.discard')}
          </Button>
        )}
        {batch.state === 'released' && waiting > 0 && (
          <Button color="error" disabled={busy} onClick={() => void stop()}>
            {translate('deskmails.stop_rest')}
          </Button>
        )}
      </p>
      <Left title="skipped_already" list={batch.report.already} />
      <Left title="skipped_unreachable" list={batch.report.unreachable} />
      <BatchMails batch={batch} offset={offset} pageSize={pageSize} onOffset={setOffset} />
      <Confirm
        question={question}
        onAnswer={(yes) => {
          const then = question?.then;
          setQuestion(undefined);
          if (yes) void then?.();
        }}
      />
    </section>
  );
}

/** The progress of the batch, and a button to stop it. */
function Composing({ job }: { job: string }) {
  const translate = useTranslate();
  const operate = useOperation();
  const client = useQueryClient();
  const { data } = usePanel('GET /api/jobs/:id', { at: { id: job } }, 1_000);
  const state = data?.state;
  useEffect(() => {
    if (state && state !== 'running') void client.invalidateQueries({ queryKey: ['desk'] });
  }, [client, state]);
  return (
    <div className="lookover-job" role="status">
      <span>{translate('deskmails.look_composing')}</span>
      <LinearProgress
        variant={data?.total ? 'determinate' : 'indeterminate'}
        value={data?.total ? (100 * data.progress) / data.total : 0}
        aria-label={translate('deskmails.writing')}
      />
      <Button onClick={() => void operate('POST /api/jobs/:id/cancel', { at: { id: job }, body: {} })}>{translate('deskmails.cancel_job')}</Button>
    </div>
  );
}

function Left({ title, list }: { title: string; list: Skipped[] | undefined }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  if (!list?.length) return null;
  return (
    <details className="lookover-left">
      <summary>{labelled(translate(`deskmails.${title}`), String(list.length), lang)}</summary>
      <ul>
        {list.map(({ about, title: name, to }) => (
          <li key={about}>
            {text(name)} <span className="soft">{to}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function whyNone({ report }: BatchPage, translate: (key: string) => string): string {
  return translate(report.already?.length ? 'deskmails.why_already' : 'deskmails.why_unreachable');
}
