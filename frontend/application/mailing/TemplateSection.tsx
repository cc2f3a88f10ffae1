/** The four texts that a campaign stores: both languages side by side, with a preview. A save is based on the version that was read. */

import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { type CampaignTemplate, campaignTemplates, type TemplateText, templateProblems, templateText } from '#application/mailing/rules/mail-template.ts';
import type { TemplateHelp, Templates } from '#application/mailing/wire.ts';
import { ApiError, call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { type Drafts, effective, emptyText, type TextDraft } from './calls.ts';
import { Preview } from './Preview.tsx';
import { TextPair } from './TextPair.tsx';

interface TemplateSectionProps {
  campaign: string;
  help: Templates;
  writes: boolean;
  drafts: Drafts;
  onDrafts: (change: (before: Drafts) => Drafts) => void;
}

export function TemplateSection({ campaign, help, writes, drafts, onDrafts }: TemplateSectionProps) {
  const translate = useTranslate();
  const [template, setTemplate] = useState<CampaignTemplate>('mailVerify');
  const one = help.templates.find((each) => each.template === template);
  if (!one) return null;
  const setDraft = (text: TextDraft | undefined) =>
    onDrafts((before) => {
      const { [template]: _gone, ...rest } = before.texts;
      return { ...before, texts: text ? { ...rest, [template]: text } : rest };
    });
  return (
    <>
      <Tabs
        value={template}
        onChange={(_event, next: CampaignTemplate) => setTemplate(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={translate('deskmails.template')}
      >
        {campaignTemplates.map((name) => (
          <TabButton key={name} value={name} label={`${translate(`deskmails.templates.${name}`)}${drafts.texts[name] ? ' •' : ''}`} />
        ))}
      </Tabs>
      <Editor key={template} campaign={campaign} help={help} one={one} template={template} writes={writes} draft={drafts.texts[template]} onDraft={setDraft} />
    </>
  );
}

interface EditorProps {
  campaign: string;
  help: Templates;
  one: TemplateHelp;
  template: CampaignTemplate;
  writes: boolean;
  draft: TextDraft | undefined;
  onDraft: (draft: TextDraft | undefined) => void;
}

function Editor({ campaign, help, one, template, writes, draft, onDraft }: EditorProps) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { failure, positive } = useNotices();
  const [busy, setBusy] = useState(false);
  /** what somebody else saved in between, and its version */
  const [theirs, setTheirs] = useState<Omit<TextDraft, 'text'>>();
  const stored = templateText(one.own);
  const text = draft?.text ?? stored;
  const isDirty = draft !== undefined;
  const problems = templateProblems(template, text);
  const change = (next: TemplateText) => {
    // The save is based on the version that was read before editing began.
    const { from, ver } = draft ?? { from: stored, ver: help.ver };
    onDraft(isSame(next, stored) ? undefined : { text: next, from, ver });
  };
  const send = (ver: number) => call('PUT /api/pb/:object/:id', { at: { object: 'campaign', id: campaign }, body: { [template]: text, ver } });
  const save = async ({ from, ver }: TextDraft) => {
    setBusy(true);
    try {
      await send(ver).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        const fresh = await call('GET /api/desk/mails/templates', { query: { campaign } });
        const own = fresh.templates.find((each) => each.template === template)?.own;
        const text = own ? templateText(own) : emptyText;
        // Another part of the campaign was changed elsewhere, but not this text.
        if (isSame(text, from)) return send(fresh.ver);
        setTheirs({ from: text, ver: fresh.ver });
        throw undefined;
      });
      await client.invalidateQueries({ queryKey: ['desk'] });
      onDraft(undefined); // once what was saved stands beneath it: what is typed from then on is based on that
      positive(translate('deskmails.saved', { name: translate(`deskmails.templates.${template}`) }));
    } catch (error) {
      if (error !== undefined) failure(error);
      await client.invalidateQueries({ queryKey: ['desk'] });
    } finally {
      setBusy(false);
    }
  };
  const settle = (keep: boolean) => {
    setTheirs(undefined);
    onDraft(keep && draft && theirs ? { text: draft.text, ...theirs } : undefined);
  };
  return (
    <>
      <p className="soft maildesk-about">
        {translate(`deskmails.about.${template}`)} {translate('deskmails.empty')}
      </p>
      {theirs && <Overtaken stored={theirs.from} onSettle={settle} />}
      <TextPair text={text} onChange={change} placeholders={one.placeholders} problems={problems} standard={one.standard} readOnly={!writes} />
      {writes && (
        <div className="maildesk-bar">
          <Button variant="contained" disabled={!isDirty || problems.length > 0 || busy || theirs !== undefined} onClick={() => draft && void save(draft)}>
            {translate('deskmails.save')}
          </Button>
          {isDirty && <Button onClick={() => onDraft(undefined)}>{translate('deskmails.revert')}</Button>}
          <Button onClick={() => change(templateText(one.standard))}>{translate('deskmails.start')}</Button>
          {!isSame(text, emptyText) && <Button onClick={() => change(emptyText)}>{translate('deskmails.clear')}</Button>}
          <span className="soft" role="status">
            {isDirty ? translate('deskmails.unsaved') : ''}
          </span>
        </div>
      )}
      <Preview campaign={campaign} name={help.name} template={template} texts={effective(text, one.standard)} isSound={problems.length === 0} writes={writes} />
    </>
  );
}

/** Somebody saved the text in between: shows their version beside the typed one and asks which to use. */
function Overtaken({ stored, onSettle }: { stored: TemplateText; onSettle: (keep: boolean) => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="warning"
      role="alert"
      action={
        <>
          <Button onClick={() => onSettle(true)}>{translate('deskmails.keep')}</Button>
          <Button onClick={() => onSettle(false)}>{translate('deskmails.take')}</Button>
        </>
      }
    >
      {translate('deskmails.conflict')}
      <details>
        <summary>{translate('deskmails.conflict_same')}</summary>
        <pre className="mailpaper-body">{Object.values(stored).filter(Boolean).join('\n\n') || '—'}</pre>
      </details>
    </Alert>
  );
}

function isSame(one: TemplateText, other: TemplateText): boolean {
  return (Object.keys(emptyText) as (keyof TemplateText)[]).every((key) => one[key] === other[key]); // its keys are those four
}
