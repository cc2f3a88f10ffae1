import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Pending } from '#admin/layout/Layout.tsx';
import { FailureLine } from '#client/notices/FailureText.tsx';
import { useObjects } from '#client/objects.tsx';
import { useSession } from '#client/session.ts';
import { useDashboard } from '#screens/campaign/use-dashboard.ts';
import { Batches } from './Batches.tsx';
import { CampaignOutbox } from './CampaignOutbox.tsx';
import type { Drafts } from './calls.ts';
import { TemplateSection } from './TemplateSection.tsx';
import './mails.css';
import { useOwnSearchParams } from '#admin/layout/own-navigate.ts';

const sections = ['texts', 'batches', 'outbox'] as const;

export function Mailing({ campaign }: { campaign: string }) {
  const translate = useTranslate();
  const session = useSession();
  const [search, setSearch] = useOwnSearchParams();
  const [drafts, setDrafts] = useState<Drafts>({ texts: {} });
  const model = useObjects().find(({ name }) => name === 'campaign')?.model;
  const { data, error } = useDashboard('GET /api/desk/mails/templates', { query: { campaign } });
  useWarning(drafts.order !== undefined || Object.keys(drafts.texts).length > 0);
  if (error) return <FailureLine error={error} />;
  if (!data || !model) return <Pending />;
  const writes = session.may(model, 'update');
  const asked = search.get('mails') ?? '';
  const section = writes ? (sections.find((name) => name === asked) ?? 'texts') : 'texts';
  const go = (next: string) =>
    setSearch(
      (before) => {
        before.set('mails', next);
        before.delete('batch');
        return before;
      },
      { replace: true },
    );
  return (
    <div className="maildesk">
      {writes ? (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={section}
          onChange={(_event, next: string | null) => next && go(next)}
          aria-label={translate('deskmails.sections')}
        >
          {sections.map((name) => (
            <ToggleButton key={name} value={name}>
              {translate(`deskmails.${name}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : (
        <p className="soft">{translate('deskmails.readonly')}</p>
      )}
      {section === 'texts' && <TemplateSection campaign={campaign} help={data} writes={writes} drafts={drafts} onDrafts={setDrafts} />}
      {section === 'batches' && <Batches campaign={campaign} help={data} drafts={drafts} onDrafts={setDrafts} />}
      {section === 'outbox' && <CampaignOutbox campaign={campaign} />}
    </div>
  );
}

/** Asks before the page is closed while typed text is not saved. */
function useWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}
