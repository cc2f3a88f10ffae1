/** Makes a batch: first the recipients, then the text. Nothing is sent here; the written mails are reviewed in the next step. */

import Button from '@mui/material/Button';
import Step from '@mui/material/Step';
import StepLabel from '@mui/material/StepLabel';
import Stepper from '@mui/material/Stepper';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { sides } from '#application/campaign/rules/two-sides.ts';
import { batchProblems, goesToJurors, type MailKind, mailKinds, templateOfKind } from '#application/mailing/rules/bulk-mail.ts';
import type { Templates } from '#application/mailing/wire.ts';
import { call } from '#client/http-client.ts';
import { useWords } from '#client/language.tsx';
import { useDashboardChange } from '#screens/campaign/use-dashboard.ts';
import { toFirstWrong } from '#ui/to-first-wrong.ts';
import { effective, freshChoice, type Order, textOf } from './calls.ts';
import { Preview } from './Preview.tsx';
import { Recipients } from './Recipients.tsx';
import { TextPair } from './TextPair.tsx';
import { WhomFilters } from './WhomFilters.tsx';

interface ComposeProps {
  campaign: string;
  help: Templates;
  order: Order;
  onOrder: (order: Order | undefined) => void;
  onWritten: (batch: string) => void;
}

export function Compose({ campaign, help, order, onOrder, onWritten }: ComposeProps) {
  const translate = useTranslate();
  const words = useWords();
  const { busy, send } = useDashboardChange();
  const key = useRef(crypto.randomUUID());
  const [tried, setTried] = useState(false);
  const box = useRef<HTMLElement>(null);
  const whom = whomOf(order);
  const asked = { campaign, kind: order.kind, whom };
  const { data: recipients, isFetching } = useQuery({
    queryKey: ['desk', 'mail-recipients', asked],
    queryFn: () => call('POST /api/desk/mails/recipients', { body: asked }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const chosen = useMemo(() => (recipients ?? []).filter(({ about }) => !order.without.includes(about)), [recipients, order.without]);
  const reached = chosen.filter(({ isValid, already }) => isValid && (order.again || !already)).length;
  const template = templateOfKind[order.kind];
  const one = help.templates.find((each) => each.template === template);
  if (!one) return null;
  const change = (more: Partial<Order>) => {
    key.current = crypto.randomUUID();
    onOrder({ ...order, ...more });
  };
  const setKind = (kind: MailKind) => change({ ...freshChoice(kind), kind, text: textOf(help, kind) });
  const problems = batchProblems(order.kind, order.text, order.values);
  // Empty boxes count as problems only after somebody tries to continue.
  const shown = problems.filter(({ code }) => tried || code !== 'field.required');
  const write = async () => {
    setTried(true);
    if (problems.length) return toFirstWrong(box.current);
    const body = { ...asked, whom: { ids: chosen.map(({ about }) => about) }, text: order.text, values: order.values, again: order.again };
    const made = await send('POST /api/desk/mails/batches', { body, key: key.current });
    if (made) onWritten(made.batch);
  };
  const valueProblem = (name: string, label: string) =>
    shown
      .filter(({ path }) => path === `values/${name}`)
      .map(({ code }) => words(code, { label }))
      .join('');
  return (
    <>
      <Stepper activeStep={order.step === 'whom' ? 0 : 1} alternativeLabel className="maildesk-steps">
        {['whom', 'text', 'look'].map((step) => (
          <Step key={step}>
            <StepLabel>{translate(`deskmails.step_${step}`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      {order.step === 'whom' ? (
        <section className="panel" aria-label={translate('deskmails.step_whom')}>
          <TextField
            select
            label={translate('deskmails.kind')}
            value={order.kind}
            helperText={translate(`deskmails.kind_help.${order.kind}`)}
            onChange={(event) => setKind(event.target.value as MailKind)} // the options are those kinds
            slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
          >
            {mailKinds.map((kind) => (
              <option key={kind} value={kind}>
                {translate(`deskmails.kinds.${kind}`)}
              </option>
            ))}
          </TextField>
          <WhomFilters order={order} onChange={change} />
          {recipients && <Recipients recipients={recipients} order={order} reached={reached} busy={isFetching} onChange={change} />}
          <p className="maildesk-bar">
            <Button variant="contained" disabled={reached === 0 || isFetching} onClick={() => change({ step: 'text' })}>
              {translate('deskmails.next')}
            </Button>
            <Button onClick={() => onOrder(undefined)}>{translate('ra.action.cancel')}</Button>
          </p>
        </section>
      ) : (
        <>
          <section className="panel" ref={box} aria-label={translate('deskmails.step_text')}>
            {order.kind === 'interview' &&
              (['when', 'place'] as const).map((name) => (
                <div key={name} className="textpair-sides maildesk-values">
                  {sides.map((side) => {
                    const label = translate(`deskmails.in_${side}`, { name: translate(`deskmails.${name}`) });
                    const problem = side === sides[0] ? valueProblem(name, translate(`deskmails.${name}`)) : '';
                    return (
                      <TextField
                        key={side}
                        label={label}
                        value={order.values[name][side]}
                        error={problem !== ''}
                        helperText={problem || (side !== sides[0] ? translate('deskmails.in_en_help') : '')}
                        onChange={(event) => change({ values: { ...order.values, [name]: { ...order.values[name], [side]: event.target.value } } })}
                        slotProps={{ htmlInput: { maxLength: 500 }, inputLabel: { shrink: true } }}
                      />
                    );
                  })}
                </div>
              ))}
            <TextPair text={order.text} onChange={(text) => change({ text })} placeholders={one.placeholders} problems={shown} />
            <p className="maildesk-bar">
              <Button variant="contained" disabled={busy || shown.length > 0 || reached === 0} onClick={() => void write()}>
                {busy ? translate('deskmails.writing') : translate('deskmails.write', { smart_count: reached })}
              </Button>
              <Button disabled={busy} onClick={() => change({ step: 'whom' })}>
                {translate('deskmails.back')}
              </Button>
            </p>
          </section>
          <Preview
            campaign={campaign}
            name={help.name}
            template={template}
            texts={effective(order.text, one.standard)}
            values={order.values}
            isSound={problems.length === 0}
            writes
          />
        </>
      )}
    </>
  );
}

function whomOf({ kind, states, decisions, programs, unfinished }: Order): Record<string, unknown> {
  const shared = { ...(programs.length > 0 && { programs }) };
  if (goesToJurors(kind)) return { ...shared, ...(unfinished && { unfinished }) };
  return { ...shared, ...(states.length > 0 && { states }), ...(decisions.length > 0 && { decisions }) };
}
