/** Reads wishes from a spreadsheet: shows a check of every row first, then writes all of them. */
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ForumPerson } from '#application/forum/rules/forum-facts.ts';
import type { WishReport } from '#application/forum/wire.ts';
import { addressOf, call } from '#client/http-client.ts';
import { useLanguage, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useDownload } from '#client/notices/use-download.ts';
import { language } from '#rules/words/language.ts';

export function WishSheet({ campaign, people }: { campaign: string; people: ForumPerson[] }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const words = useWords();
  const client = useQueryClient();
  const { failure, positive } = useNotices();
  const download = useDownload();
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<WishReport>();
  const [busy, setBusy] = useState(false);
  const numbers = useMemo(() => new Map(people.map(({ id, detail }) => [id, detail])), [people]);
  const send = async (rest: 'wishes' | 'wishes/check', chosen: File) => {
    setBusy(true);
    try {
      return await call(`POST /api/forum/:campaign/${rest}`, { at: { campaign }, body: chosen });
    } catch (error) {
      failure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const look = async (chosen: File | undefined) => {
    setReport(undefined);
    setFile(chosen);
    if (chosen) setReport(await send('wishes/check', chosen));
  };
  const write = async () => {
    const done = file && (await send('wishes', file));
    if (!done) return;
    positive(translate('deskForum.sheet.done', { smart_count: done.counts.change }));
    setReport(undefined);
    setFile(undefined);
    await client.invalidateQueries({ queryKey: ['forum', campaign] });
  };
  return (
    <section>
      <p className="forum-lead">{translate('deskForum.sheet.lead')}</p>
      <p className="forum-actions">
        <Button onClick={() => void download(addressOf('GET /api/forum/:campaign/wishes/template', { at: { campaign } }), `wishes-${campaign}.xlsx`)}>
          {translate('deskForum.sheet.template')}
        </Button>
        <Button component="label" variant="outlined">
          {translate('deskForum.sheet.choose')}
          <input
            type="file"
            accept=".xlsx,.csv"
            className="unseen"
            onChange={(event) => {
              void look(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
        </Button>
        {file && <span>{file.name}</span>}
        {busy && <span role="status">{translate('deskForum.sheet.checking')}</span>}
      </p>
      {report && (
        <>
          <p role="status">{translate('deskForum.sheet.counts', report.counts)}</p>
          {report.counts.nothing > 0 && <p role="alert">{translate('deskForum.sheet.fix')}</p>}
          <div className="forum-table">
            <table>
              <thead>
                <tr>
                  <th className="is-number">{translate('deskForum.sheet.row')}</th>
                  <th>{translate('deskForum.sheet.who')}</th>
                  <th />
                  <th className="is-number">{translate('deskForum.sheet.was')}</th>
                  <th>{translate('deskForum.sheet.will')}</th>
                </tr>
              </thead>
              <tbody>
                {report.lines.map(({ row, dm, does, before, wishes, problems }) => (
                  <tr key={row} className={does === 'nothing' ? 'is-wrong' : undefined}>
                    <td className="is-number">{row}</td>
                    <td>{dm?.name[lang] ?? '—'}</td>
                    <td>{translate(`deskForum.sheet.does.${does}`)}</td>
                    <td className="is-number">{before}</td>
                    <td>
                      {wishes.map((id) => numbers.get(id) ?? id).join(language[lang].list)}
                      {problems.map(({ column, code, values }) => (
                        <span key={`${column} ${code}`} className="forum-problem">
                          {translate('deskForum.sheet.column', { column, message: words(code, { label: translate('deskForum.people.wishes'), ...values }) })}
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="forum-actions">
            <Button variant="contained" disabled={busy || report.counts.nothing > 0 || report.counts.change === 0} onClick={() => void write()}>
              {translate('deskForum.sheet.go', { count: report.counts.change })}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}
