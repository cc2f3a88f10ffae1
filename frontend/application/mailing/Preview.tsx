/** A mail as its recipients will read it, updated while typing: filled with samples, or with a real enrolment or juror. */

import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { sides } from '#application/campaign/rules/two-sides.ts';
import { batchValues } from '#application/mailing/rules/bulk-mail.ts';
import { fillTemplate, type MailTemplate, type MailText, sampleValues } from '#application/mailing/rules/mail-template.ts';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Lang } from '#codegen/model.ts';
import type { Found } from '#fields/reference/references.tsx';
import { useRowSearch } from '#fields/reference/use-row-search.tsx';
import { language } from '#rules/words/language.ts';
import type { Order } from './calls.ts';

interface PreviewProps {
  campaign: string;
  name: Record<Lang, string>;
  template: MailTemplate;
  /** the text that will be sent, with its placeholders */
  texts: Record<Lang, MailText>;
  values?: Order['values'];
  /** the text has no problem, so a test mail can be sent */
  isSound: boolean;
  writes: boolean;
}

export function Preview({ campaign, name, template, texts, values, isSound, writes }: PreviewProps) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { failure, positive } = useNotices();
  const [chosen, setChosen] = useState<Found | null>(null);
  const [sending, setSending] = useState(false);
  const ofJurors = template === 'mailReminder' || template === 'mailJurors';
  const { data } = useQuery({
    queryKey: ['desk', 'mail-preview', campaign, template, chosen?.id],
    queryFn: () => call('POST /api/desk/mails/preview', { body: { campaign, template, about: chosen?.id } }),
    enabled: chosen !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const filled = (side: Lang) => {
    const typed = values ? Object.fromEntries(Object.entries(batchValues(values, side)).filter(([, value]) => value)) : {};
    const known = chosen && data ? data.values[side] : { ...sampleValues(template, side), campaign: name[side] };
    return fillTemplate(texts[side], { ...known, ...typed });
  };
  const test = async (side: Lang) => {
    setSending(true);
    const { tw, en } = texts;
    const text = { subjectTw: tw.subject, bodyTw: tw.body, subjectEn: en.subject, bodyEn: en.body };
    try {
      const body = { campaign, template, text, lang: side, ...(chosen && { about: chosen.id }), ...(values && { values }) };
      const { to } = await call('POST /api/desk/mails/test', { body });
      positive(translate('deskmails.tested', { to }));
    } catch (error) {
      failure(error);
    } finally {
      setSending(false);
    }
  };
  return (
    <section className="panel mailpreview" aria-label={translate('deskmails.preview')}>
      <h2>{translate('deskmails.preview')}</h2>
      {writes && (
        <div className="mailpreview-whom">
          <Whom object={ofJurors ? 'jury' : 'enrolment'} campaign={campaign} value={chosen} onChange={setChosen} />
          <p className="soft">
            {chosen && data
              ? `${data.to} · ${translate('deskmails.preview_lang', { lang: translate(`deskmails.${data.lang}`) })}`
              : translate('deskmails.preview_sample')}
          </p>
        </div>
      )}
      <div className="textpair-sides">
        {sides.map((side) => {
          const { subject, body } = filled(side);
          return (
            <article key={side} className="mailpaper" lang={language[side].html} data-own={chosen && data?.lang === side ? true : undefined}>
              <h3>{subject}</h3>
              <div className="mailpaper-body">{body}</div>
              {writes && (
                <Button variant="outlined" disabled={!isSound || sending} onClick={() => void test(side)} lang={language[lang].html}>
                  {translate('deskmails.test', { lang: translate(`deskmails.${side}`) })}
                </Button>
              )}
            </article>
          );
        })}
      </div>
    </section>
  );
}

function Whom({ object, campaign, value, onChange }: { object: string; campaign: string; value: Found | null; onChange: (found: Found | null) => void }) {
  const translate = useTranslate();
  const search = useRowSearch(object, { cid: campaign });
  return (
    <Autocomplete
      {...search}
      size="small"
      value={value}
      onChange={(_event, choice) => onChange(choice)}
      renderInput={(params) => <TextField {...params} label={translate(object === 'jury' ? 'deskmails.preview_juror' : 'deskmails.preview_of')} />}
    />
  );
}
