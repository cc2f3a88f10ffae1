/** Enrolments counted by the values of one field: a table whose numbers are drawn as bars, too. */
import '#ui/table.css';
import { useId } from 'react';
import { useTranslate } from 'react-admin';
import type { Group, Grouping } from '#application/campaign/rules/statistics.ts';
import { percent, useLabels } from '../use-labels.ts';

/** the field of the enrolment whose options name the values */
const fields: Record<Grouping, string> = { state: 'status', program: 'attProgram', country: 'pLocation', genre: 'genre', length: 'len', stage: 'stage' };

interface GroupsProps {
  by: Grouping;
  groups: Group[];
  total: number;
  /** title of the previous campaign */
  previous: string | undefined;
}

export function Groups({ by, groups, total, previous }: GroupsProps) {
  const translate = useTranslate();
  const label = useLabels();
  const id = useId();
  const most = Math.max(1, ...groups.map(({ count, before }) => Math.max(count, before)));
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{translate(`desk.stat.group.${by}`)}</h2>
      <table className="table desk-bars">
        <thead>
          <tr>
            <th scope="col">{translate('desk.stat.value')}</th>
            <td />
            <th scope="col">{translate('desk.stat.thisone')}</th>
            <th scope="col">{translate('desk.stat.share')}</th>
            {previous !== undefined && (
              <th scope="col" title={previous}>
                {translate('desk.stat.before')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ value, count, before }) => (
            <tr key={value}>
              <th scope="row">{label(fields[by], value)}</th>
              <td>
                <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
                  {previous !== undefined && <rect className="plot-back" width={(before / most) * 100} y={0} height={14} />}
                  <rect className="plot-front" width={(count / most) * 100} y={4} height={6} />
                </svg>
              </td>
              <td className="num">{count}</td>
              <td className="num">{percent(total ? count / total : 0)}</td>
              {previous !== undefined && <td className="num">{before}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
