/** Lines of a sheet, and what became of each. */
import { useTranslate } from 'react-admin';
import type { AskedReport, ImportReport, LineOutcome } from '#framework/import/wire.ts';
import { ScrollTable } from '#ui/ScrollTable.tsx';

type Line = AskedReport['lines'][number] & Partial<Pick<ImportReport['lines'][number], 'do'>>;

/** `wordOf` says of a line without problems what it came to. */
export function LineTable({ lines, wordOf }: { lines: readonly Line[]; wordOf?: (outcome: LineOutcome) => string }) {
  const translate = useTranslate();
  return (
    <ScrollTable className="import-lines" aria-label={translate('import.what')} heads={['line', 'record', 'what'].map((head) => translate(`import.${head}`))}>
      {lines.map((line) => (
        <tr key={line.line} data-outcome={line.do}>
          <td>{line.line}</td>
          <td className="import-record">{[line.id, line.title].filter((part, at, all) => part && all.indexOf(part) === at).join(' ')}</td>
          <td>
            {line.problems.length === 0
              ? line.do && wordOf?.(line.do)
              : line.problems.map((problem) => <div key={`${problem.path} ${problem.code}`}>{problem.message}</div>)}
          </td>
        </tr>
      ))}
    </ScrollTable>
  );
}
