import { useTranslate } from 'react-admin';
import { Section } from './Section.tsx';
import { bytesText, usePanel } from './use-panel.ts';

/** What database and files take, and what is left of the disk. */
export function Storage() {
  const translate = useTranslate();
  const { data } = usePanel('GET /api/system/storage', {}, 60_000);
  if (!data) return null;
  const { database, files, disk } = data;
  const filesText = translate('ops.filesvalue', { count: files.count, bytes: bytesText(files.bytes), loose: files.loose });
  const facts: [string, string][] = [
    ['dbsize', bytesText(database.bytes)],
    ['files', `${filesText} · ${files.address}${files.writable ? '' : ` · ${translate('ops.notwritable')}`}`],
    ['disk', translate('ops.diskvalue', { free: bytesText(disk.free), total: bytesText(disk.total) })],
  ];
  return (
    <Section title={translate('ops.storage')}>
      <dl className="system-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="system-fact">
            <dt>{translate(`ops.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
