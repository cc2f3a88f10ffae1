import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import type { LeftBehind } from '#framework/system/wire.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Section } from './Section.tsx';

/** Rows whose object's file is gone or renamed, what brings them back, and their end when the object's name is typed. */
export function LeftBehindRows({ objects }: { objects: LeftBehind[] }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const [chosen, setChosen] = useState<LeftBehind>();
  const [busy, setBusy] = useState(false);
  const purge = async ({ object }: LeftBehind, typed: string | undefined) => {
    setBusy(true);
    try {
      const { rows } = await call('POST /api/system/purge', { body: { object, typed } });
      positive(translate('system.left_purged', { name: object, smart_count: rows }));
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
      setChosen(undefined);
      await client.invalidateQueries();
    }
  };
  return (
    <Section title={translate('system.left')}>
      <p className="soft">{translate('system.left_help')}</p>
      {objects.map((one) => (
        <div key={one.object} className="plan left-behind">
          <strong>{one.object}</strong>
          <span>{translate('system.left_rows', { smart_count: one.rows, at: showInstant(one.at) })}</span>
          <code>{`"x-was": "${one.object}"`}</code>
          <Button variant="outlined" color="error" onClick={() => setChosen(one)}>
            {translate('system.left_purge')}
          </Button>
        </div>
      ))}
      <Confirm
        question={
          chosen && {
            title: translate('system.left_title', { name: chosen.object, smart_count: chosen.rows }),
            content: <p>{translate('system.left_lossy')}</p>,
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
