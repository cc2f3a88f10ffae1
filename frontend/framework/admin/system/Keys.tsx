/** API keys of programs: made, shown once, and ended (decision 074). */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { addressOf } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { useCopy } from '#client/notices/use-copy.ts';
import { useObjects } from '#client/objects.tsx';
import { useRoleName } from '#client/role-name.ts';
import { showInstant } from '#fields/show.ts';
import type { ApiKeys, ShownKey } from '#framework/accounts/wire.ts';
import type { KeyAccess, KeyScope } from '#rules/accounts/key-scope.ts';
import { Confirm } from '#ui/Confirm.tsx';
import { Section, Table } from './Section.tsx';
import { useOperation, usePanel } from './use-panel.ts';

export function Keys() {
  const translate = useTranslate();
  const roleName = useRoleName();
  const objectName = useObjectName();
  const { positive } = useNotices();
  const operate = useOperation();
  const { data } = usePanel('GET /api/keys', {});
  const [ending, setEnding] = useState<ShownKey>();
  if (!data) return null;
  const scopeText = (scope: KeyScope) =>
    typeof scope === 'string'
      ? translate(`apikeys.scopes.${scope}`)
      : Object.entries(scope)
          .map(([object, access]) => `${objectName(object)} (${translate(`apikeys.access.${access}`)})`)
          .join(translate('apikeys.and'));
  const end = async (key: ShownKey) => {
    setEnding(undefined);
    if ((await operate('DELETE /api/keys/:id', { at: { id: key.id } })) !== undefined) positive(translate('apikeys.revoked'));
  };
  return (
    <>
      <NewKey of={data} />
      <Section title={translate('apikeys.title')} none={data.keys.length === 0 && translate('apikeys.none')}>
        <Table
          heads={['keyname', 'prefix', 'roles', 'scope', 'madeby', 'madeat', 'lastused', 'ends', '']}
          rows={data.keys.map((key) => [
            key.name,
            <code key="prefix">{key.prefix}…</code>,
            key.roles.map(roleName).join(translate('apikeys.and')),
            scopeText(key.scope),
            key.madeBy,
            showInstant(key.madeAt),
            key.usedAt ? showInstant(key.usedAt) : translate('apikeys.never'),
            key.revokedAt
              ? translate('apikeys.revokedat', { at: showInstant(key.revokedAt) })
              : key.endsAt
                ? showInstant(key.endsAt)
                : translate('apikeys.noend'),
            key.isOpen ? (
              <Button key="end" size="small" color="error" aria-label={translate('apikeys.revokelabel', { name: key.name })} onClick={() => setEnding(key)}>
                {translate('apikeys.revoke')}
              </Button>
            ) : (
              <span key="end" className="badge" data-color="grey">
                {translate('apikeys.over')}
              </span>
            ),
          ])}
        />
      </Section>
      <Confirm
        question={
          ending && {
            title: translate('apikeys.revoketitle', { name: ending.name }),
            content: translate('apikeys.revokehelp'),
            confirm: translate('apikeys.revoke'),
            danger: true,
          }
        }
        onAnswer={(yes) => (yes && ending ? void end(ending) : setEnding(undefined))}
      />
    </>
  );
}

const kinds = ['all', 'read', 'some'] as const;

function NewKey({ of: { roles, objects } }: { of: ApiKeys }) {
  const translate = useTranslate();
  const roleName = useRoleName();
  const objectName = useObjectName();
  const copy = useCopy();
  const operate = useOperation();
  const [name, setName] = useState('');
  const [held, setHeld] = useState<readonly string[]>([]);
  const [kind, setKind] = useState<(typeof kinds)[number]>('read');
  const [some, setSome] = useState<Record<string, KeyAccess>>({});
  const [ends, setEnds] = useState('');
  const [token, setToken] = useState('');
  const make = async (event: FormEvent) => {
    event.preventDefault();
    const made = await operate('POST /api/keys', { body: { name, roles: [...held], scope: kind === 'some' ? some : kind, ...(ends && { ends }) } });
    if (!made) return;
    setToken(made.token);
    setName('');
    setHeld([]);
    setSome({});
  };
  const choose = (object: string, access: string) =>
    setSome(({ [object]: _, ...others }) => (access === 'read' || access === 'write' ? { ...others, [object]: access } : others));
  return (
    <Section title={translate('apikeys.new')}>
      <p className="soft">
        {translate('apikeys.help')} <Link href={addressOf('GET /api/docs', {})}>{translate('apikeys.docs')}</Link>
      </p>
      {token && (
        <Alert severity="success" onClose={() => setToken('')} closeText={translate('apikeys.hide')}>
          {translate('apikeys.once')}
          <p>
            <code className="key-token">{token}</code>
          </p>
          <Button size="small" onClick={() => copy(token, translate('apikeys.copied'))}>
            {translate('apikeys.copy')}
          </Button>
        </Alert>
      )}
      <form className="key-form" onSubmit={(event) => void make(event)} aria-label={translate('apikeys.new')}>
        <TextField
          label={translate('apikeys.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { required: true, maxLength: 40 } }}
        />
        <TextField
          select
          label={translate('apikeys.scope')}
          value={kind}
          onChange={(event) => setKind(kinds.find((one) => one === event.target.value) ?? 'read')}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {translate(`apikeys.scopes.${one}`)}
            </option>
          ))}
        </TextField>
        <TextField
          type="date"
          label={translate('apikeys.ends')}
          value={ends}
          onChange={(event) => setEnds(event.target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <fieldset>
          <legend>{translate('apikeys.roles')}</legend>
          {roles.map((role) => (
            <FormControlLabel
              key={role}
              control={<Checkbox checked={held.includes(role)} onChange={(_event, on) => setHeld(on ? [...held, role] : held.filter((one) => one !== role))} />}
              label={`${roleName(role)} ${role}`}
            />
          ))}
        </fieldset>
        {kind === 'some' && (
          <fieldset className="key-objects">
            <legend>{translate('apikeys.objects')}</legend>
            {objects.map((object) => (
              <TextField
                key={object}
                select
                size="small"
                label={objectName(object)}
                value={some[object] ?? ''}
                onChange={(event) => choose(object, event.target.value)}
                slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
              >
                <option value="">{translate('apikeys.access.none')}</option>
                <option value="read">{translate('apikeys.access.read')}</option>
                <option value="write">{translate('apikeys.access.write')}</option>
              </TextField>
            ))}
          </fieldset>
        )}
        <Button type="submit" variant="contained" disabled={!held.length || (kind === 'some' && !Object.keys(some).length)}>
          {translate('apikeys.make')}
        </Button>
      </form>
    </Section>
  );
}

function useObjectName(): (object: string) => string {
  const text = useText();
  const objects = useObjects();
  return (object) => text(objects.find(({ name }) => name === object)?.model.label) || object;
}
