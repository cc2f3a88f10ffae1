/** What the sheet would do, or did: counts, columns that are left alone, and the lines, those that were refused first. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import type { ObjectModel } from '#codegen/model.ts';
import type { ImportReport } from '#framework/import/wire.ts';
import { language } from '#rules/words/language.ts';
import { AskedView } from './AskedView.tsx';
import { LineTable } from './LineTable.tsx';

/** Lines of a report; the file with its faults marked has all of them. */
const mostShown = 500;
const outcomes = ['create', 'update', 'same', 'refused'] as const;

interface Props {
  report: ImportReport;
  model: ObjectModel;
  /** sends the lines that were left once more */
  onGoOn: () => void;
}

export function ReportView({ report, model, onGoOn }: Props) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const listed = (names: readonly string[]) => names.join(language[lang].list);
  const { counts, columns, lines, mode, cutAt, left: unwritten } = report;
  const left = columns.filter(({ why }) => why && why !== 'blank' && why !== 'left' && why !== 'since');
  const since = columns.find(({ why }) => why === 'since');
  const used = columns.filter(({ field }) => field);
  const ordered = [...lines.filter((line) => line.do === 'refused'), ...lines.filter((line) => line.do !== 'refused')].slice(0, mostShown);
  const labelOf = (path: string) => {
    const field = model.fields.find(({ name }) => name === path.split('/')[0]);
    return field ? text(field.label) : path;
  };
  return (
    <section className="import-report" aria-label={translate(`import.report.${mode}`)}>
      <h3>{translate(`import.report.${mode}`)}</h3>
      <ul className="import-counts">
        {outcomes.map((outcome) => (
          <li key={outcome} data-outcome={outcome}>
            <b>{counts[outcome]}</b> {translate(`import.check.${outcome}`)}
          </li>
        ))}
      </ul>
      {cutAt > 0 && <Alert severity="warning">{translate('import.cut', { line: cutAt })}</Alert>}
      {unwritten.count > 0 && (
        <Alert
          severity="warning"
          action={
            <Button color="inherit" size="small" onClick={onGoOn}>
              {translate('import.go_on')}
            </Button>
          }
        >
          {translate(`import.left.${mode}`, { smart_count: unwritten.count, lines: unwritten.lines })}
        </Alert>
      )}
      {mode === 'write' && counts.refused + unwritten.count === 0 && cutAt === 0 && <Alert severity="success">{translate('import.all')}</Alert>}
      <p className="soft">{translate('import.used', { fields: listed(used.map(({ field }) => labelOf(field))) })}</p>
      {since && <p className="soft">{translate('import.why.since', { head: since.head })}</p>}
      {mode === 'check' && report.missing.length > 0 && (
        <Alert severity="warning">{translate('import.missing', { smart_count: report.missing.length, fields: listed(report.missing.map(labelOf)) })}</Alert>
      )}
      {left.length > 0 && (
        <Alert severity="warning">
          {left.map(({ head, why }) => (
            <div key={head}>{translate(`import.why.${why}`, { head })}</div>
          ))}
        </Alert>
      )}
      {ordered.length > 0 && <LineTable lines={ordered} wordOf={(outcome) => translate(`import.check.${outcome}`)} />}
      {ordered.length < counts.create + counts.update + counts.same + counts.refused && (
        <p className="soft">{translate('import.more', { smart_count: ordered.length })}</p>
      )}
      {report.asking && <AskedView asking={report.asking} />}
    </section>
  );
}
