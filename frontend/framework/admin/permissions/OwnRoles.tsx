import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import type { Lang } from '#codegen/model.ts';
import { showInstant } from '#fields/show.ts';
import type { OwnRole } from '#rules/accounts/own-roles.ts';
import { language, languages } from '#rules/words/language.ts';
import { Confirm } from '#ui/Confirm.tsx';

/** A role of the house's own as it is being changed; its boxes stand in the matrix below. */
export interface RoleDraft {
  /** the code without the brackets */
  name: string;
  title: Record<Lang, string>;
  grants: ReadonlySet<string>;
  /** 0 for one that is new */
  ver: number;
}

/** The draft with the grant given, or taken. */
export function toggled(draft: RoleDraft, grant: string): RoleDraft {
  const grants = new Set(draft.grants);
  if (!grants.delete(grant)) grants.add(grant);
  return { ...draft, grants };
}

interface Props {
  own: OwnRole[];
  draft: RoleDraft | undefined;
  onDraft: (draft: RoleDraft | undefined) => void;
  onStored: () => void;
}

/** The house's roles: one is opened, named, given its rights in the matrix, saved or deleted. */
export function OwnRoles({ own, draft, onDraft, onStored }: Props) {
  const translate = useTranslate();
  const text = useText();
  const open = ({ code, title, grants, ver }: OwnRole) => onDraft({ name: code.slice(1, -1), title, grants: new Set(grants), ver });
  if (draft) return <RoleForm draft={draft} onDraft={onDraft} onStored={onStored} />;
  const empty = Object.fromEntries(languages.map((lang) => [lang, ''])) as Record<Lang, string>; // one a language
  return (
    <div className="permissions-own">
      {own.map((role) => (
        <Button key={role.code} variant="outlined" onClick={() => open(role)}>
          {translate('perm.change', { role: text(role.title) })}
        </Button>
      ))}
      <Button variant="outlined" onClick={() => onDraft({ name: '', title: empty, grants: new Set(), ver: 0 })}>
        {translate('perm.new')}
      </Button>
    </div>
  );
}

function RoleForm({ draft, onDraft, onStored }: Omit<Props, 'own'> & { draft: RoleDraft }) {
  const translate = useTranslate();
  const { positive, failure } = useNotices();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState(false);
  const at = { role: draft.name.trim() };
  const act = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true);
    try {
      await work();
      positive(translate(said));
      onDraft(undefined);
      onStored();
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = { title: draft.title, grants: [...draft.grants], ver: draft.ver };
    void act(() => call('PUT /api/permissions/roles/:role', { at, body }), 'perm.saved');
  };
  const answer = (yes: boolean) => {
    setAsked(false);
    if (yes) void act(() => call('DELETE /api/permissions/roles/:role', { at }), 'perm.deleted');
  };
  return (
    <>
      <form className="permissions-own" onSubmit={save} aria-label={translate('perm.role')}>
        <TextField
          label={translate('perm.code')}
          value={draft.name}
          onChange={(event) => onDraft({ ...draft, name: event.target.value })}
          disabled={draft.ver > 0}
          autoFocus={draft.ver === 0}
          slotProps={{ htmlInput: { required: true, maxLength: 20, pattern: '[a-z][a-z0-9]*', autoCapitalize: 'none' } }}
        />
        {languages.map((lang) => (
          <TextField
            key={lang}
            label={translate(`perm.titles.${lang}`)}
            value={draft.title[lang]}
            onChange={(event) => onDraft({ ...draft, title: { ...draft.title, [lang]: event.target.value } })}
            slotProps={{ htmlInput: { required: true, maxLength: 60 } }}
          />
        ))}
        <Button type="submit" variant="contained" disabled={busy}>
          {translate('perm.save')}
        </Button>
        <Button onClick={() => onDraft(undefined)}>{translate('factor.cancel')}</Button>
        {draft.ver > 0 && (
          <Button color="error" disabled={busy} onClick={() => setAsked(true)}>
            {translate('perm.delete')}
          </Button>
        )}
        {draft.ver > 0 && <RoleHistory name={draft.name} />}
      </form>
      {/* not inside: what its own form submits would bubble up to this one */}
      <Confirm
        question={asked ? { title: translate('perm.deletetitle', { role: draft.name }), confirm: translate('perm.delete'), danger: true } : undefined}
        onAnswer={answer}
      />
    </>
  );
}

/** Who gave and took what. */
function RoleHistory({ name }: { name: string }) {
  const translate = useTranslate();
  const { lang } = useLanguage();
  const { data = [] } = useQuery({
    queryKey: ['role-history', name],
    queryFn: () => call('GET /api/permissions/roles/:role/history', { at: { role: name } }),
  });
  const lines = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return (
    <details className="permissions-history">
      <summary>{translate('perm.history')}</summary>
      <ul>
        {data.map(({ at, by, ver, changes }) => {
          const [before, after] = (changes.grants ?? []).map(lines);
          const given = after?.filter((grant) => !before?.includes(grant)).map((grant) => `+ ${grant}`) ?? [];
          const taken = before?.filter((grant) => !after?.includes(grant)).map((grant) => `− ${grant}`) ?? [];
          return (
            <li key={`${at} ${ver}`}>
              {showInstant(at)} · {by} <span className="soft">{[...given, ...taken].join(language[lang].list)}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
