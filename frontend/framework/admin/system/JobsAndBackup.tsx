/** Long work with its progress, and backups. It goes on when the page is left. */

import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { addressOf } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { showInstant } from '#fields/show.ts';
import type { AskedReport } from '#framework/import/wire.ts';
import type { BackupCheck, BackupList, ShownJob } from '#framework/system/wire.ts';
import { isObject } from '#rules/records/record.ts';
import { labelled, language } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { AskedResult } from '../import/AskedView.tsx';
import { Section, Table } from './Section.tsx';
import { bytesText, useOperation, usePanel } from './use-panel.ts';

const colors = { running: 'blue', done: 'green', failed: 'red', cancelled: 'grey', interrupted: 'orange' } as const;

export function JobsAndBackup() {
  const translate = useTranslate();
  const { positive } = useNotices();
  const operate = useOperation();
  const download = useDownload();
  const { data: jobs = [] } = usePanel('GET /api/jobs', {}, 1_500);
  const running = jobs.some(({ state }) => state === 'running');
  const { data: list } = usePanel('GET /api/system/backups', {}, running ? 1_500 : 10_000);
  const backups = list?.backups ?? [];
  const isAtWork = (kind: string) => jobs.some((job) => job.kind === kind && job.state === 'running');
  const [removing, setRemoving] = useState<string>();
  const begin = async () => {
    if (await operate('POST /api/system/backups', { body: {} })) positive(translate('jobs.backup_started'));
  };
  const check = async (id: string) => {
    if (await operate('POST /api/system/backups/:id/check', { at: { id }, body: {} })) positive(translate('jobs.check_started'));
  };
  return (
    <>
      <Section title={translate('jobs.backup')}>
        <p className="soft">{translate('jobs.backup_help')}</p>
        {list && <Schedule list={list} />}
        <p className="system-buttons">
          <Button variant="contained" disabled={isAtWork('backup')} onClick={() => void begin()}>
            {translate('jobs.backup_start')}
          </Button>
        </p>
        {backups.length === 0 ? (
          <p className="soft">{translate('jobs.backup_none')}</p>
        ) : (
          <Table
            heads={['name', 'made', 'size', 'sum', 'checked', '']}
            rows={backups.map((one) => [
              one.name,
              showInstant(one.at),
              bytesText(one.size),
              <code key="sum" title={one.sha256}>
                {one.sha256.slice(0, 12)}…
              </code>,
              <Checked key="checked" check={one.check} />,
              <span key="verbs">
                <Button size="small" disabled={isAtWork('backupcheck')} onClick={() => void check(one.name)}>
                  {translate('jobs.check')}
                </Button>
                <Button size="small" onClick={() => void download(addressOf('GET /api/system/backups/:id', { at: { id: one.name } }), one.name)}>
                  {translate('jobs.download')}
                </Button>
                <Button size="small" onClick={() => setRemoving(one.name)}>
                  {translate('jobs.remove')}
                </Button>
              </span>,
            ])}
          />
        )}
      </Section>
      <UnmadeVideosList isAtWork={isAtWork('video')} />
      <Section title={translate('jobs.title')} none={jobs.length === 0 && translate('jobs.none')}>
        <ul className="job-list">
          {jobs.map((job) => (
            <JobLine key={job.id} job={job} onCancel={() => void operate('POST /api/jobs/:id/cancel', { at: { id: job.id }, body: {} })} />
          ))}
        </ul>
      </Section>
      <Confirm
        question={
          removing === undefined ? undefined : { title: translate('jobs.remove_title', { name: removing }), confirm: translate('jobs.remove'), danger: true }
        }
        onAnswer={(yes) => {
          if (yes && removing !== undefined) void operate('DELETE /api/system/backups/:id', { at: { id: removing } });
          setRemoving(undefined);
        }}
      />
    </>
  );
}

/** Videos of which nothing was made, each with a button that begins it again; nothing where there is none. */
function UnmadeVideosList({ isAtWork }: { isAtWork: boolean }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data } = usePanel('GET /api/system/videos', {}, isAtWork ? 1_500 : 10_000);
  if (!data?.videos.length) return null;
  const again = async (id: string, name: string) => {
    if ((await operate('POST /api/system/videos/:id/again', { at: { id }, body: {} })) !== undefined) positive(translate('jobs.videos_begun', { name }));
  };
  return (
    <Section title={translate('jobs.videos')}>
      <p className="soft">{translate(data.isOn ? 'jobs.videos_help' : 'jobs.videos_off')}</p>
      <ul className="job-list">
        {data.videos.map(({ id, fileName, state, at }) => (
          <li key={id}>
            <span className="badge" data-color={colors[state]}>
              {translate(`jobs.states.${state}`)}
            </span>{' '}
            <strong>{fileName}</strong> <span className="soft">{showInstant(at)}</span>{' '}
            <Button
              size="small"
              disabled={!data.isOn}
              aria-label={labelled(translate('jobs.videos_again'), fileName, lang)}
              onClick={() => void again(id, fileName)}
            >
              {translate('jobs.videos_again')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** When backups are made by themselves, and what the last came to. */
function Schedule({ list: { address, times, zone, keep, last } }: { list: BackupList }) {
  const translate = useTranslate();
  const words = useWords();
  const { lang } = useLanguage();
  const schedule = times.length
    ? translate('jobs.backup_times', { times: times.join(language[lang].list), zone, smart_count: keep })
    : translate('jobs.backup_notimes');
  return (
    <>
      <p className="soft">
        {translate('jobs.backup_where', { address })} {schedule}
      </p>
      {last && (
        <p className={last.state === 'failed' || last.state === 'interrupted' ? 'plan-blocked' : 'soft'}>
          {translate('jobs.backup_last', { at: showInstant(last.at), state: translate(`jobs.states.${last.state}`) })}
          {last.state === 'failed' && ` ${words(last.message)}`}
        </p>
      )}
    </>
  );
}

function Checked({ check }: { check: BackupCheck | null }) {
  const translate = useTranslate();
  const words = useWords();
  if (!check) return <span className="soft">{translate('jobs.check_none')}</span>;
  const at = showInstant(check.at);
  if (!check.isWhole) return <span className="plan-blocked">{translate('jobs.check_failed', { at, problem: words(check.problem) })}</span>;
  const count = (value: number) => value.toLocaleString();
  return (
    <>
      {translate(`jobs.check_${check.how}`, { at, rows: count(check.rows), tables: check.tables, files: count(check.files) })}
      {check.lost > 0 && <p className="plan-blocked">{translate('jobs.check_lost', { smart_count: check.lost })}</p>}
    </>
  );
}

/** Nobody else's result has it. */
function isAsked(result: unknown): result is AskedReport {
  return isObject(result) && 'asked' in result;
}

function JobLine({ job, onCancel }: { job: ShownJob; onCancel: () => void }) {
  const translate = useTranslate();
  const words = useWords();
  const name = translate(`jobs.kinds.${job.kind}`, { _: job.kind });
  const percent = job.total ? Math.min(100, Math.round((job.progress / job.total) * 100)) : 0;
  return (
    <li>
      <span className="badge" data-color={colors[job.state]}>
        {translate(`jobs.states.${job.state}`)}
      </span>{' '}
      <strong>{name}</strong> <span className="soft">{job.by ? translate('jobs.by', { user: job.by }) : translate('jobs.scheduled')}</span>{' '}
      <span className="soft">{showInstant(job.at)}</span>
      {job.state === 'running' && (
        <>
          <LinearProgress aria-label={name} variant={job.total ? 'determinate' : 'indeterminate'} value={percent} sx={{ my: 0.5 }} />
          <span className="soft">
            {job.message && translate(`jobs.phases.${job.message}`, { _: job.message })} {job.total ? `${percent}%` : ''}
          </span>{' '}
          <Button size="small" disabled={job.cancel} onClick={onCancel}>
            {translate(job.cancel ? 'jobs.cancelling' : 'jobs.cancel')}
          </Button>
        </>
      )}
      {isAsked(job.result) && (
        <details>
          <summary>{translate('import.what')}</summary>
          <AskedResult result={job.result} />
        </details>
      )}
      {job.state === 'failed' && <p className="plan-blocked">{words(job.message)}</p>}
    </li>
  );
}
