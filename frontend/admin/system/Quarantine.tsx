import { useTranslate } from 'react-admin';
import { Section, Table } from './Section.tsx';
import type { QuarantinedFile } from './state.ts';

/** Each bad schema file with what is wrong and what would be right; the other objects go on working. */
export function Quarantine({ files }: { files: QuarantinedFile[] }) {
  const translate = useTranslate();
  return (
    <Section title={translate('system.quarantine')} none={files.length === 0 && translate('system.quarantine_none')}>
      <Table
        heads={['file', 'field', 'keyword', 'message', 'should']}
        rows={files.flatMap((file) =>
          file.findings.map((finding) => [
            <code key="file">{finding.file || file.file}</code>,
            <code key="field">{finding.field}</code>,
            <code key="keyword">{finding.keyword}</code>,
            finding.message,
            finding.should,
          ]),
        )}
      />
    </Section>
  );
}
