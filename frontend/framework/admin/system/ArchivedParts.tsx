import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import type { ArchivedPart } from '#framework/system/wire.ts';
import { labelled, language } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Section, Table } from './Section.tsx';
import { bytesText, usePanel } from './use-panel.ts';

/** What fields that are no longer in their file left in the tables: it comes back with a field of that name, or ends when the object's name is typed. */
export function ArchivedParts() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const { data = [] } = usePanel('GET /api/system/archived', {}, 60_000);
  const [chosen, setChosen] = useState<ArchivedPart>();
  const [busy, setBusy] = useState(false);
  if (!data.length) return null;
  const named = ({ object, fields }: ArchivedPart) => `${object} · ${fields.join(language[lang].list)}`;
  const purge = async (part: ArchivedPart, typed: string | undefined) => {
    setBusy(true);
    try {
      await call('POST /api/system/archived/purge', { body: { object: part.object, key: part.key, typed } });
      positive(translate('system.archived_purged', { name: named(part) }));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      setChosen(undefined);
      await client.invalidateQueries();
    }
  };
  const rows = data.map((part) => [
    part.object,
    part.fields.join(language[lang].list),
    part.rows === undefined ? translate('system.archived_inside') : translate('system.archived_rows', { smart_count: part.rows }),
    part.bytes === undefined ? '' : bytesText(part.bytes),
    part.at && showInstant(part.at),
    <Button
      key={part.key}
      variant="outlined"
      color="error"
      aria-label={labelled(translate('system.left_purge'), named(part), lang)}
      onClick={() => setChosen(part)}
    >
      {translate('system.left_purge')}
    </Button>,
  ]);
  return (
    <Section title={translate('system.archived')}>
      <p className="soft">{translate('system.archived_help')}</p>
      <Table heads={['object', 'archived_fields', 'archived_what', 'archived_size', 'archived_at', '']} rows={rows} />
      <Confirm
        question={
          chosen && {
            title: translate('system.archived_title', { name: named(chosen) }),
            content: <p>{translate('system.archived_lossy')}</p>,
            confirm: translate('system.left_purge'),
            danger: true,
            busy,
            typed: chosen.object,
            typedLabel: translate('system.apply_typed', { name: chosen.object }),
          }
        }
        onAnswer={(yes, typed) => (yes && chosen ? void purge(chosen, typed) : setChosen(undefined))}
      />
    </Section>
  );
}
