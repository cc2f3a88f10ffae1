import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Conflicts, JuryProgress } from '#application/campaign/wire.ts';
import { showInstant } from '#fields/show.ts';
import { figure, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

export function JurorTable({ progress: { lines, maxSel }, conflicts }: { progress: JuryProgress; conflicts: Conflicts | undefined }) {
  const translate = useTranslate();
  const named = useName();
  const hinted = (id: string) => new Set(conflicts?.hints.filter(({ judge }) => judge.id === id).map(({ enrolment }) => enrolment)).size;
  return (
    <ScrollTable
      aria-label={translate('desk.tabs.jury')}
      heads={['name', 'org', 'read', 'primary', 'alternative', 'comments', 'mean', 'conflicts', 'last', 'done'].map((head) => translate(`desk.jury.${head}`))}
    >
      {lines.map((juror) => (
        <tr key={juror.id} className={juror.enabled ? undefined : 'desk-idle'}>
          <th scope="row">
            <Link to={`/juryman/edit?id=${encodeURIComponent(juror.id)}`}>{named(juror)}</Link>
            {!juror.enabled && <span className="badge">{translate('desk.jury.disabled')}</span>}
            {hinted(juror.id) > 0 && (
              <span className="badge" data-color="orange" title={translate('desk.jury.hints')}>
                {translate('desk.rank.hints', { count: hinted(juror.id) })}
              </span>
            )}
          </th>
          <td>{juror.org}</td>
          <td className="num">
            <meter className="desk-meter" min={0} max={Math.max(1, juror.total)} value={juror.read} aria-label={translate('desk.jury.read')} />{' '}
            {translate('desk.jury.of', { count: juror.read, total: juror.total })}
          </td>
          <td className="num">{translate('desk.jury.of', { count: juror.primary, total: maxSel })}</td>
          <td className="num">{juror.alternative}</td>
          <td className="num">{juror.comments}</td>
          <td className="num">{figure(juror.mean)}</td>
          <td className="num">{juror.conflicts}</td>
          <td>{juror.lastAt ? showInstant(juror.lastAt) : translate('desk.jury.never')}</td>
          <td>{juror.doneAt ? showInstant(juror.doneAt) : '–'}</td>
        </tr>
      ))}
    </ScrollTable>
  );
}
