/** Webhooks: made, changed, tried, and what was sent to each (decision 076). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage, useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useObjects } from '#client/objects.tsx';
import { useRoleName } from '#client/role-name.ts';
import { showInstant } from '#fields/show.ts';
import type { Webhooks as Known, ShownWebhook, WebhookOrder } from '#framework/webhooks/wire.ts';
import { type WebhookEvent, webhookEvents } from '#rules/webhook.ts';
import { labelled } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Section, Table } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

export function Webhooks() {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const objectName = useObjectName();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data } = usePanel('GET /api/webhooks', {});
  const [open, setOpen] = useState<{ hook?: ShownWebhook }>();
  const [looked, setLooked] = useState<ShownWebhook>();
  const [ending, setEnding] = useState<ShownWebhook>();
  const [secret, setSecret] = useState('');
  if (!data) return null;
  const end = async (hook: ShownWebhook) => {
    setEnding(undefined);
    if ((await operate('DELETE /api/webhooks/:id', { at: { id: hook.id } })) === undefined) return;
    positive(translate('webhooks.deleted'));
    if (looked?.id === hook.id) setLooked(undefined);
  };
  const test = async (hook: ShownWebhook) => {
    const sent = await operate('POST /api/webhooks/:id/test', { at: { id: hook.id } });
    if (sent) positive(translate(sent.isTaken ? 'webhooks.taken' : 'webhooks.nottaken', { status: sent.status, answer: sent.answer.slice(0, 200) }));
    setLooked(hook);
  };
  const button = (hook: ShownWebhook, name: string, does: () => void, danger = false) => (
    <Button key={name} size="small" color={danger ? 'error' : 'primary'} aria-label={labelled(translate(`webhooks.${name}`), hook.name, lang)} onClick={does}>
      {translate(`webhooks.${name}`)}
    </Button>
  );
  return (
    <>
      <Section title={translate('webhooks.title')}>
        <p className="soft">{translate('webhooks.help')}</p>
        {secret && (
          <Alert severity="success" onClose={() => setSecret('')} closeText={translate('apikeys.hide')}>
            {translate('webhooks.once')}
            <p>
              <code className="key-token">{secret}</code>
            </p>
          </Alert>
        )}
        {data.hooks.length === 0 ? (
          <p className="soft">{translate('webhooks.none')}</p>
        ) : (
          <Table
            heads={['keyname', 'hookurl', 'hookevents', 'hookstate', '']}
            rows={data.hooks.map((hook) => [
              hook.name,
              <code key="url">{hook.url}</code>,
              Object.keys(hook.events).map(objectName).join(translate('apikeys.and')),
              <State key="state" hook={hook} />,
              <div key="do" className="hook-actions">
                {button(hook, 'edit', () => setOpen({ hook }))}
                {button(hook, 'test', () => void test(hook))}
                {button(hook, 'look', () => setLooked(hook))}
                {button(hook, 'delete', () => setEnding(hook), true)}
              </div>,
            ])}
          />
        )}
        {!open && (
          <Button variant="contained" onClick={() => setOpen({})}>
            {translate('webhooks.new')}
          </Button>
        )}
      </Section>
      {open && (
        <HookForm
          key={open.hook?.id ?? ''}
          of={data}
          hook={open.hook}
          onDone={(made) => {
            setOpen(undefined);
            if (made) setSecret(made);
          }}
        />
      )}
      {looked && <Deliveries key={looked.id} hook={looked} />}
      <Confirm
        question={
          ending && {
            title: translate('webhooks.deletetitle', { name: ending.name }),
            content: translate('webhooks.deletehelp'),
            confirm: translate('webhooks.delete'),
            danger: true,
          }
        }
        onAnswer={(yes) => (yes && ending ? void end(ending) : setEnding(undefined))}
      />
    </>
  );
}

function State({ hook }: { hook: ShownWebhook }) {
  const translate = useTranslate();
  const objectName = useObjectName();
  const [name, color] = hook.endedAt ? ['ended', 'red'] : !hook.isOn ? ['off', 'grey'] : hook.failingSince ? ['failing', 'orange'] : ['on', 'green'];
  return (
    <>
      <span className="badge" data-color={color}>
        {translate(`webhooks.states.${name}`)}
      </span>
      {hook.unfit.length > 0 && (
        <span className="badge" data-color="red">
          {translate('webhooks.unfit', { objects: hook.unfit.map(objectName).join(translate('apikeys.and')) })}
        </span>
      )}
      {name === 'failing' && (
        <span className="soft"> {translate('webhooks.again', { since: showInstant(hook.failingSince), at: showInstant(hook.nextAt) })}</span>
      )}
    </>
  );
}

const empty: Required<WebhookOrder> = { name: '', url: '', events: {}, when: {}, roles: [], isOn: true };

function HookForm({ of, hook, onDone }: { of: Known; hook: ShownWebhook | undefined; onDone(secret?: string): void }) {
  // What the hook names and nobody knows any more can be taken off it.
  const roles = [...new Set([...of.roles, ...(hook?.roles ?? [])])];
  const objects = [...new Set([...of.objects, ...Object.keys(hook?.events ?? {})])];
  const translate = useTranslate();
  const roleName = useRoleName();
  const objectName = useObjectName();
  const { positive } = useNotices();
  const operate = useOperation();
  const [order, setOrder] = useState<Required<WebhookOrder>>(
    hook ? { name: hook.name, url: hook.url, events: hook.events, when: hook.when, roles: hook.roles, isOn: hook.isOn } : empty,
  );
  const put = (patch: Partial<Required<WebhookOrder>>) => setOrder({ ...order, ...patch });
  const tick = (object: string, event: WebhookEvent, on: boolean) => {
    const { [object]: had = [], ...others } = order.events;
    const events = webhookEvents.filter((one) => (one === event ? on : had.includes(one)));
    put({ events: events.length ? { ...others, [object]: events } : others });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (hook) {
      if (!(await operate('PUT /api/webhooks/:id', { at: { id: hook.id }, body: order }))) return;
      positive(translate('webhooks.saved'));
      onDone();
    } else {
      const made = await operate('POST /api/webhooks', { body: order });
      if (made) onDone(made.secret);
    }
  };
  return (
    <Section title={translate(hook ? 'webhooks.editing' : 'webhooks.new', { name: hook?.name })}>
      <form className="key-form" onSubmit={(event) => void save(event)}>
        <TextField
          label={translate('webhooks.name')}
          value={order.name}
          onChange={(event) => put({ name: event.target.value })}
          slotProps={{ htmlInput: { required: true, maxLength: 80 } }}
        />
        <TextField
          className="hook-url"
          label={translate('webhooks.url')}
          type="url"
          value={order.url}
          onChange={(event) => put({ url: event.target.value })}
          slotProps={{ htmlInput: { required: true, maxLength: 1000 } }}
        />
        <FormControlLabel control={<Checkbox checked={order.isOn} onChange={(_event, on) => put({ isOn: on })} />} label={translate('webhooks.states.on')} />
        <fieldset>
          <legend>{translate('webhooks.roles')}</legend>
          {roles.map((role) => (
            <FormControlLabel
              key={role}
              control={
                <Checkbox
                  checked={order.roles.includes(role)}
                  onChange={(_event, on) => put({ roles: on ? [...order.roles, role] : order.roles.filter((one) => one !== role) })}
                />
              }
              label={`${roleName(role)} ${role}`}
            />
          ))}
        </fieldset>
        <fieldset>
          <legend>{translate('webhooks.events')}</legend>
          {objects.map((object) => (
            <fieldset key={object} className="hook-object">
              <legend>{objectName(object)}</legend>
              {webhookEvents.map((event) => (
                <FormControlLabel
                  key={event}
                  control={
                    <Checkbox size="small" checked={order.events[object]?.includes(event) ?? false} onChange={(_event, on) => tick(object, event, on)} />
                  }
                  label={translate(`webhooks.on.${event}`)}
                />
              ))}
              {order.events[object] && (
                <TextField
                  fullWidth
                  size="small"
                  label={translate('webhooks.when', { object: objectName(object) })}
                  helperText={translate('webhooks.whenhelp')}
                  value={order.when[object] ?? ''}
                  onChange={(event) => put({ when: { ...order.when, [object]: event.target.value } })}
                  slotProps={{ htmlInput: { maxLength: 2000, spellCheck: false, className: 'hook-when' } }}
                />
              )}
            </fieldset>
          ))}
        </fieldset>
        <Button type="submit" variant="contained" disabled={!order.roles.length || !Object.keys(order.events).length}>
          {translate(hook ? 'webhooks.save' : 'webhooks.make')}
        </Button>
        <Button onClick={() => onDone()}>{translate('ra.action.cancel')}</Button>
      </form>
    </Section>
  );
}

function Deliveries({ hook }: { hook: ShownWebhook }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data } = usePanel('GET /api/webhooks/:id/deliveries', { at: { id: hook.id } });
  if (!data) return null;
  const replay = async (delivery: string) => {
    const sent = await operate('POST /api/webhooks/:id/deliveries/:delivery/replay', { at: { id: hook.id, delivery } });
    if (sent) positive(translate(sent.isTaken ? 'webhooks.taken' : 'webhooks.nottaken', { status: sent.status, answer: sent.answer.slice(0, 200) }));
  };
  return (
    <Section title={translate('webhooks.deliveries', { name: hook.name })} none={data.length === 0 && translate('webhooks.nodeliveries')}>
      <Table
        heads={['at', 'hookevents', 'hookrow', 'hookanswer', 'hookms', '']}
        rows={data.map((one) => [
          showInstant(one.at),
          one.type,
          one.row,
          <span key="said">
            <span className="badge" data-color={one.isTaken ? 'green' : 'red'}>
              {one.status || '–'}
            </span>{' '}
            {one.answer.slice(0, 200)}
          </span>,
          `${one.ms} ms`,
          <Button
            key="again"
            size="small"
            aria-label={labelled(translate('webhooks.replay'), `${one.type} ${one.row} ${showInstant(one.at)}`, lang)}
            onClick={() => void replay(one.id)}
          >
            {translate('webhooks.replay')}
          </Button>,
        ])}
      />
    </Section>
  );
}

function useObjectName(): (object: string) => string {
  const text = useText();
  const objects = useObjects();
  return (object) => text(objects.find(({ name }) => name === object)?.model.label) || object;
}
