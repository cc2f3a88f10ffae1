/** Possible conflicts of interest, each with its reason and a link to the row where staff can check it. */

import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Conflicts } from '#application/campaign/wire.ts';
import type { ConflictHint } from '#application/jury/rules/conflicts.ts';
import { Labelled } from '#client/Labelled.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

export function Hints({ conflicts: { hints, judges, enrolments, declared } }: { conflicts: Conflicts }) {
  const translate = useTranslate();
  const named = useName();
  const objects = useObjects();
  const people = new Map(judges.map((judge) => [judge.id, judge]));
  const films = new Map(enrolments.map((enrolment) => [enrolment.id, enrolment]));
  const said = new Set(declared);
  // One line for each pair. Jurors come first, because they vote.
  const byPair = new Map<string, { key: string; judge: ConflictHint['judge']; enrolment: string; own: ConflictHint[] }>();
  for (const hint of hints) {
    const key = `${hint.judge.object} ${hint.judge.id} ${hint.enrolment}`;
    const pair = byPair.get(key) ?? { key, judge: hint.judge, enrolment: hint.enrolment, own: [] };
    pair.own.push(hint);
    byPair.set(key, pair);
  }
  const pairs = [...byPair.values()].sort((a, b) => Number(b.judge.object === 'jury') - Number(a.judge.object === 'jury'));
  return (
    <section className="panel" aria-labelledby="desk-hints">
      <h2 id="desk-hints">{translate('desk.jury.hints')}</h2>
      <p className="soft">{translate('desk.jury.hintshelp')}</p>
      {hints.length === 0 ? (
        <p>{translate('desk.jury.nohints')}</p>
      ) : (
        <ScrollTable aria-label={translate('desk.jury.hints')} heads={['who', 'enrolment', 'reason'].map((head) => translate(`desk.jury.${head}`))}>
          {pairs.map(({ key, judge, enrolment, own }) => {
            const [person, film] = [people.get(judge.id), films.get(enrolment)];
            return (
              <tr key={key}>
                <th scope="row">
                  {person ? named(person) : judge.id} <span className="soft">{translate(`desk.jury.object.${judge.object}`)}</span>
                </th>
                <td data-wrap>
                  <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(enrolment)}`}>
                    {film?.number} {film ? named(film) : enrolment}
                  </Link>
                  {said.has(`${judge.id} ${enrolment}`) && <span className="badge">{translate('desk.jury.declared')}</span>}
                </td>
                <td data-wrap>
                  <ul className="desk-reasons">
                    {own.map(({ kind, about, link }) => {
                      const entry = objects.find(({ name }) => name === link.object);
                      return (
                        <li key={`${kind} ${about} ${link.id}`}>
                          <Labelled label={translate(`desk.jury.kind.${kind}`)}>
                            {entry ? <Link to={editPath(entry.model, link.id)}>{about}</Link> : about}
                          </Labelled>
                        </li>
                      );
                    })}
                  </ul>
                </td>
              </tr>
            );
          })}
        </ScrollTable>
      )}
    </section>
  );
}
