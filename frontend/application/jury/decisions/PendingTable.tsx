import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { PendingLine } from '#application/campaign/wire.ts';
import { useLanguage } from '#client/language.tsx';
import { labelled } from '#rules/words/language.ts';
import { useLabels, useName } from '#screens/campaign/use-labels.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

/** The pending decisions, selections first. A decision that cannot be released says why. */
export function PendingTable({ lines, onUndo }: { lines: PendingLine[]; onUndo: ((id: string) => void) | undefined }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const label = useLabels();
  const named = useName();
  return (
    <ScrollTable
      aria-label={translate('desk.decide.list')}
      heads={[
        ...['number', 'film', 'programs', 'status', 'decision', 'told'].map((head) => translate(`desk.rank.${head}`)),
        ...(onUndo ? [{ name: translate('desk.decide.undo') }] : []),
      ]}
    >
      {lines.map((line) => (
        <tr key={line.id}>
          <td className="num">{line.number || '–'}</td>
          <th scope="row">
            <Link to={`/ccdfenroll/edit?id=${encodeURIComponent(line.id)}`}>{named(line)}</Link>
          </th>
          <td>{line.programs.map((code) => label('attProgram', code)).join(' · ')}</td>
          <td>{label('status', line.status)}</td>
          <td>
            <span className="badge" data-color={line.decision === 'select' ? 'green' : 'orange'}>
              {translate(`desk.decide.${line.decision}`)}
            </span>
            {line.held && (
              <span className="badge" data-color="red">
                {labelled(translate('desk.decide.held'), translate(`desk.decide.why.${line.held}`), lang)}
              </span>
            )}
          </td>
          <td>{line.told ? translate(`desk.rank.toldas.${line.told}`) : '–'}</td>
          {onUndo && (
            <td>
              <Button onClick={() => onUndo(line.id)} aria-label={labelled(translate('desk.decide.undo'), `${line.number} ${named(line)}`, lang)}>
                {translate('desk.decide.undo')}
              </Button>
            </td>
          )}
        </tr>
      ))}
    </ScrollTable>
  );
}
