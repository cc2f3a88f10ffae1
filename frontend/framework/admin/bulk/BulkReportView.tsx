/** What a change of many records would do, or did: how many, and of those that stay as they are, why. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { keepFile } from '#client/http/fetch-file.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel } from '#codegen/model.ts';
import type { BulkLine, BulkReport } from '#framework/bulk/wire.ts';
import { csvLine } from '#rules/values/csv.ts';
import { labelled, language } from '#rules/words/language.ts';
import { fieldAt } from '#rules/words/wording.ts';
import { Effects } from '../actions/Effects.tsx';

const fates = ['changed', 'same', 'refused'] as const;
/** Lines shown; the file has them all. */
const mostShown = 50;

export function BulkReportView({ model, report, act }: { model: ObjectModel; report: BulkReport; act: 'edit' | 'remove' | 'paste' | 'operate' }) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { counts, lines, mode, left, effects } = report;
  const refused = lines.filter((line) => line.do === 'refused');
  const others = lines.filter((line) => line.do !== 'refused');
  const shown = mode === 'check' ? refused : [...refused, ...others];
  const reasonOf = ({ problems }: BulkLine) =>
    problems.map(({ path, message }) => {
      const field = fieldAt(model.fields, path);
      const label = field ? text(field.label) : '';
      return label && !message.includes(label) ? labelled(label, message, lang) : message;
    });
  const takeFile = () => {
    const heads = ['id', translate('bulk.report.title'), translate('bulk.report.outcome'), translate('bulk.report.reason')];
    const rows = lines.map((line) => [line.id, line.title, translate(`bulk.fates.${mode}.${act}.${line.do}`), reasonOf(line).join(language[lang].semicolon)]);
    // With the mark that spreadsheets know UTF-8 by.
    const lead = '\uFEFF';
    keepFile(new Blob([lead, ...[heads, ...rows].map((row) => csvLine(row))], { type: 'text/csv' }), `${model.name}.csv`);
  };
  return (
    <section className="bulk-report" aria-label={translate(`bulk.report.${mode}`)}>
      <ul className="bulk-counts">
        {fates.map((fate) => (
          <li key={fate} data-fate={fate}>
            <b>{counts[fate]}</b> {translate(`bulk.fates.${mode}.${act}.${fate}`)}
          </li>
        ))}
      </ul>
      {effects.length > 0 && <Effects effects={effects} />}
      {left > 0 && <Alert severity="warning">{translate('bulk.left', { smart_count: left })}</Alert>}
      {shown.length > 0 && (
        <ul className="bulk-lines">
          {shown.slice(0, mostShown).map((line) => (
            <li key={line.id} data-fate={line.do}>
              <Link to={editPath(model, line.id)} target="_blank" rel="noopener">
                {line.title || line.id}
              </Link>{' '}
              {line.do === 'refused' ? reasonOf(line).join(language[lang].semicolon) : translate(`bulk.fates.${mode}.${act}.${line.do}`)}
            </li>
          ))}
          {shown.length > mostShown && <li>{translate('list.more', { smart_count: shown.length - mostShown })}</li>}
        </ul>
      )}
      {mode === 'write' && (
        <Button size="small" onClick={takeFile}>
          {translate('bulk.report.file')}
        </Button>
      )}
    </section>
  );
}
