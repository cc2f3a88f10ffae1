/** The campaign at a glance: its windows, its numbers, the result of the check before opening, and links to the public site. */

import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { State } from '#admin/home/CardState.tsx';
import type { TabProps } from '../tab.ts';
import { useDashboard } from '../use-dashboard.ts';
import { useInstants, useLabels, useName } from '../use-labels.ts';
import { CheckList } from './CheckList.tsx';
import { CloneButton } from './CloneDialog.tsx';
import { PublicSite } from './PublicSite.tsx';
import { Windows } from './Windows.tsx';

/** Withdrawn enrolments that are shown with their reason; the list has them all. */
const mostWithdrawn = 10;

export default function Overview({ campaign }: TabProps) {
  const translate = useTranslate();
  const instant = useInstants();
  const label = useLabels();
  const named = useName();
  const { data, error } = useDashboard('GET /api/desk/:campaign/overview', { at: { campaign } }, 30_000);
  if (!data) return <State error={error} />;
  const total = Object.values(data.states).reduce((sum, count) => sum + count, 0);
  return (
    <div className="home-grid">
      <div>
        <section className="panel">
          <h2>{translate('desk.window.title')}</h2>
          <p className="soft">{translate('desk.clock', { at: instant(data.now) })}</p>
          <Windows overview={data} />
        </section>
        <section className="panel">
          <h2>{translate('desk.states.title')}</h2>
          <p>
            {translate('desk.states.total', { smart_count: total })} · {translate('desk.states.jurors', { smart_count: data.jurors })}
          </p>
          <ul className="desk-states">
            {Object.entries(data.states).map(([state, count]) => (
              <li key={state}>
                <Link to={`/ccdfenroll?filter=${encodeURIComponent(JSON.stringify({ cid: campaign, status: state }))}`}>
                  {label('status', state)} <strong className="num">{count}</strong>
                </Link>
              </li>
            ))}
          </ul>
          {data.withdrawn.length > 0 && (
            <>
              <h3>{translate('desk.states.withdrawn')}</h3>
              <ul className="desk-withdrawn">
                {data.withdrawn.slice(0, mostWithdrawn).map((one) => (
                  <li key={one.id}>
                    <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(one.id)}`}>{named(one) || one.id}</Link>{' '}
                    <span className="soft">
                      {instant(one.at)}
                      {one.isByStaff && ` · ${translate('desk.states.bystaff')}`}
                    </span>
                    <p>{one.reason}</p>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <section className="panel">
          <h2>{translate('desk.public')}</h2>
          <PublicSite campaign={campaign} />
          {data.mayManage ? <CloneButton campaign={campaign} title={named(data)} /> : <p className="soft">{translate('desk.window.adminonly')}</p>}
        </section>
      </div>
      <CheckList overview={data} campaign={campaign} />
    </div>
  );
}
