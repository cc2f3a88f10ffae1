/** R29, first version: what is wrong with schema files and tables, and who came in. For administrators (P02). */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { showInstant } from '../fields/show.ts';
import { ErrorPage } from '../pages/errors/ErrorPage.tsx';
import { Pending } from './Layout.tsx';
import { useWords } from './language.tsx';
import type { adminDataProvider } from './providers/data.ts';
import { isAdministrator } from './roles.ts';
import { useSession } from './session.tsx';
import { PendingPlans } from './system/PendingPlans.tsx';
import { Quarantine } from './system/Quarantine.tsx';
import { Section, Table } from './system/Section.tsx';
import type { SystemState } from './system/state.ts';
import './home.css';

export default function System() {
  const translate = useTranslate();
  const words = useWords();
  const { roles } = useSession();
  useEffect(() => {
    document.title = `${translate('system.title')} · Reelbase`;
  }, [translate]);
  if (!isAdministrator(roles)) return <ErrorPage status={403} message={words('msg.admin')} />;
  return <SystemPanels />;
}

function SystemPanels() {
  const translate = useTranslate();
  const provider = useDataProvider<typeof adminDataProvider>();
  // A file dropped in or mended shows here within seconds.
  const { data, error } = useQuery({ queryKey: ['system'], queryFn: () => provider.fetch<SystemState>('/api/system'), refetchInterval: 5000 });
  if (error && !data) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  return (
    <div className="system">
      <h1>{translate('system.title')}</h1>
      <Quarantine files={data.quarantined} />
      <PendingPlans plans={data.pending} />
      <Section title={translate('system.database')}>
        <dl className="system-facts">
          {Object.entries(data.database).map(([name, value]) => (
            <div key={name} className="system-fact">
              <dt>{name}</dt>
              <dd className="num">{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={translate('system.sessions')} none={data.sessions.length === 0 && translate('system.sessions_none')}>
        <Table
          heads={['user', 'address', 'since', 'seen']}
          rows={data.sessions.map((one) => [one.user, one.address, showInstant(one.createdAt), showInstant(one.seenAt)])}
        />
      </Section>
      <Section title={translate('system.failures')} none={data.failures.length === 0 && translate('system.failures_none')}>
        <Table
          heads={['user', 'address', 'count', 'at']}
          rows={data.failures.map((one) => [one.account, one.address, String(one.count), showInstant(one.at)])}
        />
      </Section>
      <Section title={translate('system.errors')} none={data.log.length === 0 && translate('system.errors_none')}>
        <Table
          heads={['at', 'level', 'user', 'source', 'message']}
          rows={data.log.map((one) => [showInstant(one.at), one.level, one.user, one.src, one.desc ? `${one.msg}\n${one.desc}` : one.msg])}
        />
      </Section>
    </div>
  );
}
