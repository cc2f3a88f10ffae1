/** What pages and server reported, grouped and counted; a group opens to who met it, when, and the stacks (K27). */
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { listPath } from '#client/paths.ts';
import { showInstant } from '#fields/show.ts';
import { Section } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

export function Errors() {
  const translate = useTranslate();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data: groups = [] } = usePanel('GET /api/system/errors', {});
  const object = useObjects().find(({ name }) => name === 'log');
  const [open, setOpen] = useState<string>();
  const forget = async (id: string) => {
    if (await operate('DELETE /api/system/errors/:id', { at: { id } })) positive(translate('ops.forgotten'));
  };
  return (
    <Section title={translate('ops.errors_title')} none={groups.length === 0 && translate('system.errors_none')}>
      <ul className="error-groups">
        {groups.map((group) => (
          <li key={group.id}>
            <button type="button" className="error-head" aria-expanded={open === group.id} onClick={() => setOpen(open === group.id ? undefined : group.id)}>
              <span className="badge" data-color={group.level === 'error' || group.level === 'fatal' ? 'red' : 'grey'}>
                {group.level}
              </span>
              <strong className="num">{translate('ops.times', { smart_count: group.count })}</strong>
              <span className="error-text">{group.msg}</span>
              <span className="soft">
                {[group.side, group.src, translate('ops.people', { smart_count: group.users }), translate('ops.last', { at: showInstant(group.last) })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
            {open === group.id && (
              <div className="error-reports">
                <Reports id={group.id} />
                <Button variant="outlined" onClick={() => void forget(group.id)}>
                  {translate('ops.forget')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {object && (
        <Link className="soft" to={listPath(object.model)}>
          {translate('ops.errors_all')}
        </Link>
      )}
    </Section>
  );
}

function Reports({ id }: { id: string }) {
  const translate = useTranslate();
  const { data = [] } = useQuery({
    queryKey: ['system-error', id],
    queryFn: () => call('GET /api/system/errors/:id', { at: { id } }),
  });
  return data.map((report, index) => (
    <div key={report.id} className="error-report">
      <p>
        <strong>{report.user}</strong> · {showInstant(report.at)} {report.desc && <span className="soft">· {report.desc}</span>}
      </p>
      {/* The stack of each is much the same; the newest is shown. */}
      {index === 0 && report.stack && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        <section className="error-stack" tabIndex={0} aria-label={translate('ops.stack')}>
          <pre>{report.stack}</pre>
        </section>
      )}
    </div>
  ));
}
