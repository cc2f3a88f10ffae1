/** R29: schema files and tables, sign-ins, mails, errors, jobs and backups. For administrators (P02). */
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { ErrorPage } from '../pages/errors/ErrorPage.tsx';
import { Pending } from './Layout.tsx';
import { useWords } from './language.tsx';
import { isAdministrator } from './roles.ts';
import { useSession } from './session.ts';
import { Errors } from './system/Errors.tsx';
import { JobsAndBackup } from './system/JobsAndBackup.tsx';
import { Mails } from './system/Mails.tsx';
import { PendingPlans } from './system/PendingPlans.tsx';
import { People } from './system/People.tsx';
import { Findings, Quarantine } from './system/Quarantine.tsx';
import { Section } from './system/Section.tsx';
import { Storage } from './system/Storage.tsx';
import type { SystemState } from './system/state.ts';
import { bytesText, usePanel } from './system/use-panel.ts';
import './home.css';
import './system/system.css';
import '../fields/cells.css';

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

const tabs = { overview: Overview, people: People, mail: Mails, errors: Errors, jobs: JobsAndBackup } as const;
type Tab = keyof typeof tabs;

/** One tab at a time, named in the address; each panel loads by itself. */
function SystemPanels() {
  const translate = useTranslate();
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab') ?? '';
  const tab: Tab = asked in tabs ? (asked as Tab) : 'overview'; // one of the keys
  const Panel = tabs[tab];
  return (
    <div className="system">
      <h1>{translate('system.title')}</h1>
      <Tabs
        value={tab}
        onChange={(_event, next: Tab) => setSearch(next === 'overview' ? {} : { tab: next }, { replace: true })}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={translate('ops.tablabel')}
        sx={{ mb: 2 }}
      >
        {Object.keys(tabs).map((name) => (
          <TabButton key={name} value={name} id={`system-tab-${name}`} aria-controls="system-panel" label={translate(`ops.tabs.${name}`)} />
        ))}
      </Tabs>
      <div id="system-panel" role="tabpanel" aria-labelledby={`system-tab-${tab}`}>
        <Panel />
      </div>
    </div>
  );
}

/** Schema files and tables, server and storage. */
function Overview() {
  const translate = useTranslate();
  // A file dropped in or mended shows here within seconds.
  const { data, error } = usePanel<SystemState>('/api/system', 5_000);
  if (error && !data) return <ErrorPage status={130} message={error.message} />;
  if (!data) return <Pending />;
  const minutes = Math.floor(data.server.uptime / 60);
  const facts: [string, string][] = [
    ['database', `${data.database.kind} ${data.database.version} · ${data.database.address}`],
    ['node', data.server.node],
    ['uptime', translate('system.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })],
    ['memory', bytesText(data.server.memory)],
  ];
  return (
    <>
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
      <Storage />
    </>
  );
}
