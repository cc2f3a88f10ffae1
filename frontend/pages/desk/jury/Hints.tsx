/** Possible conflicts of interest, each with its reason and the row where staff can look. */
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Conflicts } from '#domain/campaign/desk-calls.ts';
import { useObjects } from '../../../admin/objects.tsx';
import { editPath } from '../../../admin/paths.ts';
import { useName } from '../use-labels.ts';

export function Hints({ conflicts: { hints, judges, enrolments, declared } }: { conflicts: Conflicts }) {
  const translate = useTranslate();
  const named = useName();
  const objects = useObjects();
  const people = new Map(judges.map((judge) => [judge.id, judge]));
  const films = new Map(enrolments.map((enrolment) => [enrolment.id, enrolment]));
  const said = new Set(declared);
  return (
    <section className="panel" aria-labelledby="desk-hints">
      <h2 id="desk-hints">{translate('desk.jury.hints')}</h2>
      <p className="soft">{translate('desk.jury.hintshelp')}</p>
      {hints.length === 0 ? (
        <p>{translate('desk.jury.nohints')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        <section className="desk-scroll" tabIndex={0} aria-label={translate('desk.jury.hints')}>
          <table className="desk-table">
            <thead>
              <tr>
                {['who', 'enrolment', 'reason', 'look'].map((head) => (
                  <th key={head} scope="col">
                    {translate(`desk.jury.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hints.map(({ judge, enrolment, kind, about, link }) => {
                const [person, film] = [people.get(judge.id), films.get(enrolment)];
                const entry = objects.find(({ name }) => name === link.object);
                return (
                  <tr key={`${judge.id} ${enrolment} ${kind} ${about} ${link.id}`}>
                    <th scope="row">
                      {person ? named(person) : judge.id} <span className="soft">{translate(`desk.jury.object.${judge.object}`)}</span>
                    </th>
                    <td>
                      <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(enrolment)}`}>
                        {film?.number} {film ? named(film) : enrolment}
                      </Link>
                    </td>
                    <td data-wrap>
                      {translate(`desk.jury.kind.${kind}`)}：{about}
                      {said.has(`${judge.id} ${enrolment}`) && <span className="badge">{translate('desk.jury.declared')}</span>}
                    </td>
                    <td>
                      {entry ? (
                        <Link to={editPath(entry.model, link.id)} aria-label={`${translate('desk.jury.look')}：${about}`}>
                          {translate('desk.jury.look')}
                        </Link>
                      ) : (
                        '–'
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
