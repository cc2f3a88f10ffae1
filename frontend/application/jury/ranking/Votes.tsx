/** The vote of each juror for one enrolment. A vote that does not count says why. */
import '#ui/table.css';
import { useTranslate } from 'react-admin';
import type { RankedLine, Ranking } from '#application/campaign/wire.ts';
import { showInstant } from '#fields/show.ts';
import { figure, useLabels, useName } from '#screens/campaign/use-labels.ts';

export function Votes({ line, jurors, criteria }: { line: RankedLine; jurors: Ranking['jurors']; criteria: Ranking['criteria'] }) {
  const translate = useTranslate();
  const label = useLabels('selection');
  const named = useName();
  const people = new Map(jurors.map((juror) => [juror.id, named(juror)]));
  if (!line.votes.length && !line.notes.length) return <p className="soft">{translate('desk.rank.novotes')}</p>;
  return (
    <>
      <table className="table">
        <caption>{translate('desk.rank.votesof', { name: named(line) })}</caption>
        <thead>
          <tr>
            {['juror', 'choice', 'weight', 'z', 'counts'].map((head) => (
              <th key={head} scope="col">
                {translate(`desk.rank.${head}`)}
              </th>
            ))}
            {criteria.map(({ key, name }) => (
              <th key={key} scope="col">
                {named({ cname: name.tw, ename: name.en })}
              </th>
            ))}
            <th scope="col">{translate('desk.rank.comment')}</th>
          </tr>
        </thead>
        <tbody>
          {line.votes.map((vote) => (
            <tr key={vote.juror} className={vote.counts ? undefined : 'desk-idle'}>
              <th scope="row">{people.get(vote.juror) ?? vote.juror}</th>
              <td>{label('choice', vote.choice)}</td>
              <td className="num">{vote.weight || '–'}</td>
              <td className="num">{vote.counts ? figure(vote.z) : '–'}</td>
              <td>{vote.counts ? translate('desk.yes') : translate(`desk.rank.why.${vote.conflict ? 'conflict' : 'none'}`)}</td>
              {criteria.map(({ key }) => (
                <td key={key} className="num">
                  {vote.scores[key] ?? '–'}
                </td>
              ))}
              <td data-wrap>{vote.comment}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {line.notes.length > 0 && (
        <section className="desk-talk" aria-label={translate('desk.rank.talkof', { name: named(line) })}>
          <h3>{translate('desk.rank.talkof', { name: named(line) })}</h3>
          <ol>
            {line.notes.map(({ id, juror, at, text }) => (
              <li key={id}>
                <strong>{people.get(juror) ?? juror}</strong> <time className="soft num">{showInstant(at)}</time>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
