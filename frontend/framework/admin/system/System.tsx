/** R29: schema files and tables, sign-ins, mails, errors, jobs and backups. For administrators (P02). */
import Alert from '@mui/material/Alert';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { useWords } from '#client/language.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import { ErrorPage, FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { ArchivedParts } from './ArchivedParts.tsx';
import { Automations } from './Automations.tsx';
import { Errors } from './Errors.tsx';
import { JobsAndBackup } from './JobsAndBackup.tsx';
import { Keys } from './Keys.tsx';
import { LeftBehindRows } from './LeftBehindRows.tsx';
import { Mails } from './Mails.tsx';
import { PendingPlans } from './PendingPlans.tsx';
import { People } from './People.tsx';
import { Findings, Quarantine } from './Quarantine.tsx';
import { Section } from './Section.tsx';
import { Storage } from './Storage.tsx';
import { bytesText, usePanel } from './use-panel.ts';
import { Webhooks } from './Webhooks.tsx';
import '../home/home.css';
import './system.css';
import '#fields/cells.css';
import { useOwnSearchParams } from '../layout/own-navigate.ts';

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

const tabs = {
  overview: Overview,
  people: People,
  keys: Keys,
  webhooks: Webhooks,
  automations: Automations,
  mail: Mails,
  errors: Errors,
  jobs: JobsAndBackup,
} as const;
type Tab = keyof typeof tabs;

/** One tab at a time, named in the address; each panel loads by itself. */
function SystemPanels() {
  const translate = useTranslate();
  const [search, setSearch] = useOwnSearchParams();
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
  const { data, error } = usePanel('GET /api/system', {}, 5_000);
  if (error && !data) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const minutes = Math.floor(data.server.uptime / 60);
  const { kind, version, address } = data.database;
  const facts: [string, string][] = [
    // most name themselves in it
    ['database', `${version.toLowerCase().includes(kind) ? version : `${kind} ${version}`} · ${address}`],
    ['node', data.server.node],
    ['uptime', translate('system.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })],
    ['memory', bytesText(data.server.memory)],
  ];
  return (
    <>
      {data.unreadProxy && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('system.proxy')}
        </Alert>
      )}
      <Quarantine files={data.quarantine} />
      <PendingPlans plans={data.plans} />
      {data.leftBehind.length > 0 && <LeftBehindRows objects={data.leftBehind} />}
      <ArchivedParts />
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
