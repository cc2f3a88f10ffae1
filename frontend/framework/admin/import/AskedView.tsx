/** What others say of the rows that were imported: asked by a job of its own, which goes on without this page. */
import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { useWords } from '#client/language.tsx';
import { failureLines } from '#client/notices/failure-lines.ts';
import { useJob } from '#client/use-job.ts';
import { showInstant } from '#fields/show.ts';
import type { AskedReport, ImportReport } from '#framework/import/wire.ts';
import './import.css';
import { JobProgress } from './JobProgress.tsx';
import { LineTable } from './LineTable.tsx';

const states = ['fine', 'other', 'unknown', 'away'] as const;

/** `isPast`: of an earlier import, which may be forgotten by now. */
export function AskedView({ asking, isPast = false }: { asking: NonNullable<ImportReport['asking']>; isPast?: boolean }) {
  const translate = useTranslate();
  const words = useWords();
  const { job, isRunning, error, cancel } = useJob<AskedReport>(asking.job);
  const name = translate(`jobs.kinds.${asking.kind}`, { _: asking.kind });
  if (isPast && !job) return null;
  return (
    <section className="import-report" aria-label={name}>
      <h3>
        {name} {isPast && job && <span className="soft">{showInstant(job.at)}</span>}
      </h3>
      {isRunning && (
        <div className="import-progress">
          <p className="soft">{translate('import.asking.lead')}</p>
          <JobProgress
            job={job}
            name={name}
            phase={job && !job.total && job.message ? translate(`jobs.phases.${job.message}`, { _: job.message }) : ''}
            cancel={cancel}
          />
        </div>
      )}
      {error !== undefined && <Alert severity="error">{failureLines(error, words).join('\n')}</Alert>}
      {job && !isRunning && job.state !== 'done' && <Alert severity="warning">{translate(`jobs.states.${job.state}`)}</Alert>}
      {job?.result && <AskedResult result={job.result} />}
    </section>
  );
}

export function AskedResult({ result: { asked, lines, left } }: { result: AskedReport }) {
  const translate = useTranslate();
  return (
    <>
      <ul className="import-counts">
        {states.map((state) => (
          <li key={state} data-outcome={state}>
            <b>{asked[state]}</b> {translate(`import.asking.${state}`)}
          </li>
        ))}
      </ul>
      {left > 0 && <Alert severity="warning">{translate('import.asking.left', { smart_count: left })}</Alert>}
      {lines.length > 0 && <LineTable lines={lines} />}
    </>
  );
}
