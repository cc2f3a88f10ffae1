/** How far the jury agrees, in a figure and in words, who rates lower or higher than the others, and how the ranking is worked out. */
import { useTranslate } from 'react-admin';
import type { Ranking } from '#application/campaign/wire.ts';
import { wordOf } from '#application/jury/rules/agreement.ts';
import { figure, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

export function Agreement({ ranking: { agreement, criteria, jury, jurors, by } }: { ranking: Ranking }) {
  const translate = useTranslate();
  const named = useName();
  const people = new Map(jurors.map((juror) => [juror.id, named(juror)]));
  const nameOf = (of: string): string => {
    const criterion = criteria.find(({ key }) => key === of)?.name;
    return criterion ? named({ cname: criterion.tw, ename: criterion.en }) : translate(`desk.agree.${of}`);
  };
  return (
    <section className="panel" aria-labelledby="desk-agree">
      <h2 id="desk-agree">{translate('desk.agree.title')}</h2>
      <p className="soft">{translate('desk.agree.help')}</p>
      <ScrollTable
        aria-label={translate('desk.agree.title')}
        heads={['what', 'word', 'alpha', 'interval', 'basis'].map((head) => translate(`desk.agree.${head}`))}
      >
        {agreement.map(({ of, alpha, low, high, pitches, ratings }) => (
          <tr key={of}>
            <th scope="row">{nameOf(of)}</th>
            <td>{translate(`desk.agree.words.${wordOf(alpha)}`)}</td>
            <td className="num">{figure(alpha)}</td>
            <td className="num">{low === null || high === null ? '–' : `${figure(low)} – ${figure(high)}`}</td>
            <td>{translate('desk.agree.basisof', { pitches, ratings })}</td>
          </tr>
        ))}
      </ScrollTable>
      {jury.length > 0 && (
        <>
          <h3>{translate('desk.agree.leanings')}</h3>
          <p className="soft">{translate('desk.agree.leanhelp', { by: translate(by === 'criteria' ? 'desk.agree.result' : 'desk.agree.weight') })}</p>
          <ScrollTable aria-label={translate('desk.agree.leanings')} heads={['juror', 'count', 'lean'].map((head) => translate(`desk.agree.${head}`))}>
            {jury.map(({ juror, lean, count }) => (
              <tr key={juror}>
                <th scope="row">{people.get(juror) ?? juror}</th>
                <td className="num">{count}</td>
                <td className="num">{lean === null ? '–' : `${lean > 0 ? '+' : ''}${figure(lean)}`}</td>
              </tr>
            ))}
          </ScrollTable>
        </>
      )}
      <details>
        <summary>{translate('desk.agree.method')}</summary>
        {['measure', 'band', 'estimate', 'agreement'].map((part) => (
          <p key={part} className="soft">
            {translate(`desk.agree.how.${part}`)}
          </p>
        ))}
      </details>
    </section>
  );
}
