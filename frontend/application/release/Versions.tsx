/** The versions released so far: who, when, and who was informed. Two versions can be compared, and an earlier one released again. */

import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { ReleaseFacts, ReleaseLine } from '#application/release/rules/release-facts.ts';
import { call } from '#client/http-client.ts';
import { FailureLine } from '#client/notices/FailureText.tsx';
import type { BodyOf } from '#framework/api/wire.ts';
import { inZone } from '#framework/time.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { ScrollTable } from '#ui/ScrollTable.tsx';
import { People } from './People.tsx';
import { mailsPath, type Releasing } from './use-release.ts';

interface VersionsProps {
  facts: ReleaseFacts;
  mayRelease: boolean;
  busy: boolean;
  onRelease: <Name extends Releasing>(name: Name, body: BodyOf<Name>) => Promise<boolean>;
}

export function Versions({ facts, mayRelease, busy, onRelease }: VersionsProps) {
  const translate = useTranslate();
  const [asked, setAsked] = useState<{ to: number; isWithdrawal: boolean }>();
  const { history, campaign, number } = facts;
  if (!history.length) return null;
  const answer = async (yes: boolean) => {
    const to = asked?.to;
    setAsked(undefined);
    if (yes && to !== undefined) await onRelease('POST /api/release/:campaign/back', { number, to });
  };
  return (
    <section className="panel" aria-labelledby="release-versions">
      <h2 id="release-versions">{translate('release.versions')}</h2>
      <ScrollTable
        aria-labelledby="release-versions"
        heads={[
          ...['number', 'at', 'by', 'count', 'told', 'mails', 'note'].map((head) => translate(`release.col.${head}`)),
          ...(mayRelease ? [{ name: translate('release.col.action') }] : []),
        ]}
      >
        {history.map((line) => (
          <tr key={line.number}>
            <td>
              {line.number}
              {line.number === number && <span className="badge release-inforce">{translate('release.inforce')}</span>}
            </td>
            <td>{inZone(line.at, campaign.zone)}</td>
            <td>{line.by}</td>
            <td>{line.count}</td>
            <td>{line.told}</td>
            <td>
              <Mails campaign={campaign.id} line={line} mayRelease={mayRelease} />
            </td>
            <td className="release-note">{[line.back > 0 && translate('release.backof', { number: line.back }), line.note].filter(Boolean).join(' · ')}</td>
            {mayRelease && (
              <td>
                {line.number === number ? (
                  line.count > 0 && (
                    <Button size="small" color="error" disabled={busy} onClick={() => setAsked({ to: number - 1, isWithdrawal: true })}>
                      {translate('release.withdraw')}
                    </Button>
                  )
                ) : (
                  <Button size="small" disabled={busy} onClick={() => setAsked({ to: line.number, isWithdrawal: false })}>
                    {translate('release.again')}
                  </Button>
                )}
              </td>
            )}
          </tr>
        ))}
      </ScrollTable>
      <p className="soft">{translate('release.zone', { zone: campaign.zone })}</p>
      <Compare facts={facts} />
      <Confirm
        question={
          asked && {
            title: translate(asked.isWithdrawal ? 'release.withdraw_ask' : 'release.again_ask', { number: asked.isWithdrawal ? number : asked.to }),
            content: (
              <>
                <p>{translate(asked.to === 0 ? 'release.back_none' : 'release.back_to', { to: asked.to, next: number + 1 })}</p>
                <p>{translate('release.back_draft')}</p>
              </>
            ),
            confirm: translate(asked.isWithdrawal ? 'release.withdraw' : 'release.again'),
            danger: asked.isWithdrawal,
          }
        }
        onAnswer={(yes) => void answer(yes)}
      />
    </section>
  );
}

function Mails({ campaign, line: { batch }, mayRelease }: { campaign: string; line: ReleaseLine; mayRelease: boolean }) {
  const translate = useTranslate();
  if (!batch) return <span className="soft">—</span>;
  const said = `${translate(`deskmails.batchstates.${batch.state}`)} ${Object.values(batch.counts).reduce((sum, count) => sum + count, 0)}`;
  return mayRelease ? <Link to={mailsPath(campaign, batch.id)}>{said}</Link> : <span>{said}</span>;
}

function Compare({ facts }: { facts: ReleaseFacts }) {
  const translate = useTranslate();
  const [from, setFrom] = useState(Math.max(0, facts.number - 1));
  const [to, setTo] = useState<string>(String(facts.number));
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['release', facts.campaign.id, 'compare', from, to, facts.number, facts.version],
    queryFn: () => call('GET /api/release/:campaign/compare', { at: { campaign: facts.campaign.id }, query: { from, to } }),
    enabled: isOpen,
    retry: false,
    placeholderData: (before) => before,
  });
  const numbers = facts.history.map(({ number }) => number);
  return (
    <details className="release-compare" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{translate('release.compare')}</summary>
      <div className="release-choice">
        <TextField
          select
          label={translate('release.compare_from')}
          value={from}
          onChange={(event) => setFrom(Number(event.target.value))}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {[...numbers, 0].map((number) => (
            <option key={number} value={number}>
              {number ? translate('release.version_of', { number }) : translate('release.version_none')}
            </option>
          ))}
        </TextField>
        <TextField
          select
          label={translate('release.compare_to')}
          value={to}
          onChange={(event) => setTo(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="draft">{translate('release.version_draft')}</option>
          {numbers.map((number) => (
            <option key={number} value={number}>
              {translate('release.version_of', { number })}
            </option>
          ))}
        </TextField>
      </div>
      <FailureLine error={error} />
      {data && (
        <>
          <p>{translate('release.compare_sum', { smart_count: data.changes.length })}</p>
          {data.people.length > 0 && <People people={data.people} names={data.names} zone={facts.campaign.zone} />}
        </>
      )}
    </details>
  );
}
