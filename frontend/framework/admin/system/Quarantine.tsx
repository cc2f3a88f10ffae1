import { useTranslate } from 'react-admin';
import type { ShownFinding } from '#framework/system/wire.ts';
import { sayFinding, sayPart } from '#rules/words/finding-words.ts';
import { Section, Table } from './Section.tsx';
import { useFindingWords } from './use-finding-words.ts';

/** What is wrong with schema files and what would be right; the other objects go on working. */
export function Findings({ title, findings, none }: { title: string; findings: ShownFinding[]; none?: string }) {
  const words = useFindingWords();
  const translate = useTranslate();
  return (
    <Section title={title} none={findings.length === 0 && none}>
      <Table
        heads={['file', 'field', 'keyword', 'message', 'should']}
        rows={findings.map((finding) => [
          <code key="file">{finding.file}</code>,
          <code key="field">{finding.field}</code>,
          finding.limit ? translate(`system.limit.${finding.limit}`) : <code key="keyword">{finding.keyword}</code>,
          sayFinding(finding.message, words),
          sayPart(finding.should, words),
        ])}
      />
    </Section>
  );
}

/** The files in quarantine, with every finding of each. */
export function Quarantine({ files }: { files: { file: string; findings: ShownFinding[] }[] }) {
  const translate = useTranslate();
  const findings = files.flatMap(({ file, findings: own }) => own.map((finding) => ({ ...finding, file: finding.file || file })));
  return <Findings title={translate('system.quarantine')} findings={findings} none={translate('system.quarantine_none')} />;
}
