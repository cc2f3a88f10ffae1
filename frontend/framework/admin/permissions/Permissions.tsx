/** Role × object × action × field as the server enforces it; for administrators (P01, P02). */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage, useText, useWords } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { isAdministrator } from '#client/roles.ts';
import { useSession } from '#client/session.ts';
import type { Role } from '#codegen/model.ts';
import type { ObjectPermissions } from '#framework/accounts/wire.ts';
import { actionGrant, everyField, fieldGrant, verbGrant } from '#rules/accounts/own-roles.ts';
import { labelled } from '#rules/words/language.ts';
import { ErrorPage, FailedPage } from '../errors/ErrorPage.tsx';
import { Pending } from '../layout/Layout.tsx';
import { OwnRoles, type RoleDraft, toggled } from './OwnRoles.tsx';
import '../home/home.css';
import './permissions.css';

interface Line {
  key: string;
  label: string;
  /** what a role of the house's own is given by this line, with the word beside its box */
  grants: [grant: string, word: string][];
  /** role → the content of its cell */
  cell: (role: Role) => string;
}

export default function Permissions() {
  const translate = useTranslate();
  const words = useWords();
  const { roles } = useSession();
  useEffect(() => {
    document.title = `${translate('perm.title')} · Reelbase`;
  }, [translate]);
  if (!isAdministrator(roles)) return <ErrorPage status={403} message={words('msg.admin')} />;
  return <MatrixPage />;
}

function MatrixPage() {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const { failure } = useNotices();
  const client = useQueryClient();
  const { data, error } = useQuery({ queryKey: ['permissions'], queryFn: () => call('GET /api/permissions', {}) });
  const [filter, setFilter] = useState('');
  const [object, setObject] = useState('');
  const [fields, setFields] = useState(true);
  const [draft, setDraft] = useState<RoleDraft>();
  if (error) return <FailedPage error={error} />;
  if (!data) return <Pending />;
  const ownTitle = (role: Role) => data.own.find(({ code }) => code === role)?.title;
  const roleName = (role: Role) => text(ownTitle(role)) || translate(`perm.roles.${role}`, { _: role });
  const columns = draft ? [] : data.roles;
  const wanted = filter.trim().toLowerCase();
  const groups = data.objects
    .filter(({ name }) => object === '' || name === object)
    .map((one) => ({ ...one, title: text(one.label) || one.name }))
    .map((one) => ({
      name: one.name,
      title: one.title,
      lines: linesOf(one, fields).filter(({ label }) => `${one.title} ${label}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ lines }) => lines.length > 0);
  const viewAs = async (role: Role) => {
    try {
      await call('POST /api/auth/view-as', { body: { role } });
      location.assign(document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content || '/');
    } catch (refusal) {
      failure(refusal);
    }
  };

  function linesOf(one: ObjectPermissions & { title: string }, withFields: boolean): Line[] {
    const yes =
      (roles: Role[], limited: Role[] = []) =>
      (role: Role) =>
        roles.includes(role) ? (limited.includes(role) ? translate('perm.rows') : '✓') : '–';
    const open = new Set(one.grantable);
    const may = (...grants: [string, string][]) => grants.filter(([grant]) => open.has(grant));
    const ofField = (name: string) =>
      may([fieldGrant(one.name, name, 'read'), translate('perm.read')], [fieldGrant(one.name, name, 'write'), translate('perm.write')]);
    const every = { key: 'field *', label: translate('perm.every'), grants: ofField(everyField), cell: () => '' };
    return [
      ...one.verbs.map(({ verb, roles }) => ({
        key: verb,
        label: translate(`perm.verbs.${verb}`),
        grants: may([verbGrant(one.name, verb), translate('perm.yes')]),
        cell: yes(roles, one.limited),
      })),
      ...one.actions.map(({ name, label, roles }) => ({
        key: `action ${name}`,
        label: `${text(label)} (${name})`,
        grants: may([actionGrant(one.name, name), translate('perm.yes')]),
        cell: yes(roles),
      })),
      ...(draft ? [every] : []),
      ...(withFields
        ? one.fields.map(({ name, label, read, write }) => ({
            key: `field ${name}`,
            label: `${text(label)} (${name})`,
            grants: ofField(name),
            cell: (role: Role) => `${read.includes(role) ? 'r' : ''}${write.includes(role) ? 'w' : ''}` || '–',
          }))
        : []),
    ];
  }

  return (
    <div className="system permissions">
      <h1>{translate('perm.title')}</h1>
      <p className="soft">{translate('perm.help')}</p>
      <OwnRoles
        own={data.own}
        draft={draft}
        onDraft={setDraft}
        onStored={() => void Promise.all(['permissions', 'role-history'].map((key) => client.invalidateQueries({ queryKey: [key] })))}
      />
      <div className="permissions-filter">
        <TextField label={translate('perm.filter')} type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <TextField
          select
          label={translate('perm.object')}
          value={object}
          onChange={(event) => setObject(event.target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          <option value="">{translate('perm.all')}</option>
          {data.objects.map(({ name, label }) => (
            <option key={name} value={name}>
              {text(label) || name}
            </option>
          ))}
        </TextField>
        <FormControlLabel control={<Checkbox checked={fields} onChange={(_event, on) => setFields(on)} />} label={translate('perm.fields')} />
      </div>
      {groups.length === 0 ? (
        <p className="soft">{translate('perm.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must be able to reach it
        <section className="permissions-scroll" tabIndex={0} aria-label={translate('perm.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{translate('perm.what')}</th>
                {draft && <th scope="col">{draft.title[lang] || draft.name}</th>}
                {columns.map((role) => (
                  <th key={role} scope="col">
                    {roleName(role)} <span className="soft">{role}</span>
                    {role !== '[]' && (
                      <Button size="small" aria-label={translate('perm.viewaslabel', { role: roleName(role) })} onClick={() => void viewAs(role)}>
                        {translate('perm.viewas')}
                      </Button>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ name, title, lines }) => (
              <tbody key={name}>
                <tr className="permissions-object">
                  <th scope="rowgroup" colSpan={columns.length + (draft ? 2 : 1)}>
                    {title} <span className="soft">{name}</span>
                  </th>
                </tr>
                {lines.map(({ key, label, grants, cell }) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    {draft && (
                      <td>
                        {grants.map(([grant, word]) => (
                          <FormControlLabel
                            key={grant}
                            label={word}
                            control={
                              <Checkbox
                                size="small"
                                checked={draft.grants.has(grant)}
                                onChange={() => setDraft(toggled(draft, grant))}
                                slotProps={{ input: { 'aria-label': labelled(title, labelled(label, word, lang), lang) } }}
                              />
                            }
                          />
                        ))}
                      </td>
                    )}
                    {columns.map((role) => (
                      <td key={role}>{cell(role)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
    </div>
  );
}
