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
import { Findings, Quarantine } from './system/Quarantine.tsx';
import { Section, Table } from './system/Section.tsx';
import type { SystemState } from './system/state.ts';
import { useIsAttended } from './use-attended.ts';
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
  const { data, error } = useQuery({
    queryKey: ['system'],
    queryFn: () => provider.fetch<SystemState>('/api/system'),
    refetchInterval: useIsAttended() ? 5000 : false,
  });
  if (error && !data) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const minutes = Math.floor(data.server.uptime / 60);
  const facts: [string, string][] = [
    ['database', `${data.database.kind} ${data.database.version} · ${data.database.address}`],
    ['node', data.server.node],
    ['uptime', translate('system.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })],
    ['memory', `${Math.round(data.server.memory / 1_048_576)} MB`],
  ];
  return (
    <div className="system">
      <h1>{translate('system.title')}</h1>
      <Quarantine files={data.quarantine} />
      <PendingPlans plans={data.plans} />
      {data.warnings.length > 0 && <Findings title={translate('system.warnings')} findings={data.warnings} />}
      <Section title={translate('system.server')}>
        <dl className="system-facts">
          {facts.map(([name, value]) => (
            <div key={name} className="system-fact">
              <dt>{translate(`system.${name}`)}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={translate('system.sessions')} none={data.sessions.length === 0 && translate('system.sessions_none')}>
        <Table
          heads={['user', 'address', 'since', 'seen', 'agent']}
          rows={data.sessions.map((one) => [one.user, one.address, showInstant(one.createdAt), showInstant(one.usedAt), one.agent])}
        />
      </Section>
      <Section title={translate('system.failures')} none={data.failedSignIns.length === 0 && translate('system.failures_none')}>
        <Table heads={['at', 'user', 'address']} rows={data.failedSignIns.map((one) => [showInstant(one.at), one.account, one.address])} />
      </Section>
      <Section title={translate('system.errors')} none={data.log.length === 0 && translate('system.errors_none')}>
        <Table
          heads={['at', 'level', 'user', 'source', 'message']}
          rows={data.log.map((one) => [showInstant(one.at), one.level, one.user, one.src, <LogText key="message" msg={one.msg} desc={one.desc} />])}
        />
      </Section>
    </div>
  );
}

function LogText({ msg, desc }: { msg: string; desc: string }) {
  return (
    <>
      <span className="log-text">{msg}</span>
      {desc && <span className="log-text soft">{desc}</span>}
    </>
  );
}
