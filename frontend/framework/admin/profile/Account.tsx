import Avatar from '@mui/material/Avatar';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { ApiError, call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useNotices } from '#client/notices/Notices.tsx';
import { forgetWhoami } from '#client/providers/auth.ts';
import type { SignedInUser } from '#client/signed-in-user.ts';
import { sendFile } from '#client/upload/send-file.ts';
import type { Row } from '#codegen/model.ts';
import { isObject } from '#rules/records/record.ts';
import { langOf } from '#rules/words/language.ts';

/** Name, e-mail, picture, language and menu style; saved with the version they were read in. */
export function Account({ user }: { user: SignedInUser }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const { setLang } = useLanguage();
  const { positive, failure } = useNotices();
  const [, setNarrow] = useStore('menu.narrow', false);
  const [values, setValues] = useState({ name: String(user.name), email: String(user.email), lang: String(user.lang), menu: String(user.menu ?? 0) });
  const [avatar, setAvatar] = useState<Row[]>(Array.isArray(user.avatar) ? user.avatar.filter(isObject) : []);
  const [digest, setDigest] = useState(user.digest !== false);
  const [old, setOld] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const file = useRef<HTMLInputElement>(null);
  // A house whose accounts have no such field mails everybody.
  const hasDigest = user.digest !== undefined;
  const moved = values.email !== user.email;
  const picture = typeof avatar[0]?.link === 'string' && avatar[0].link !== '' ? avatar[0].link : undefined;

  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    setBusy(true);
    try {
      const {
        filepath = '',
        link = '',
        desc = '',
      } = await sendFile(chosen, { object: 'user', id: user.id, field: 'avatar', purpose: 'avatar' }, () => undefined).done;
      setAvatar([{ filepath, link, desc }]);
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setWrong({});
    try {
      const menu = Number(values.menu);
      await call('PUT /api/auth/profile', {
        body: { ...values, menu, avatar, ...(hasDigest && { digest }), ver: user.ver ?? null, ...(moved ? { old } : {}) },
      });
      if (menu !== user.menu) setNarrow(menu === 1);
      if (values.lang !== user.lang) await setLang(langOf(values.lang));
      forgetWhoami();
      await client.invalidateQueries({ queryKey: ['auth', 'me'] });
      positive(translate('profile.saved'));
    } catch (error) {
      if (error instanceof ApiError) setWrong(Object.fromEntries(error.fields.map(({ path, message }) => [path, message])));
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  const bind = (name: keyof typeof values) => ({
    label: translate(`profile.${name}`),
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
    error: wrong[name] !== undefined,
    helperText: wrong[name],
  });
  const select = { select: { native: true }, inputLabel: { shrink: true } } as const;
  return (
    <section className="panel" aria-label={translate('profile.account')}>
      <h2>{translate('profile.account')}</h2>
      <form className="profile-form" onSubmit={save}>
        <div className="profile-avatar">
          <Avatar src={picture} alt="" sx={{ width: 56, height: 56 }}>
            {values.name.slice(0, 1)}
          </Avatar>
          <input
            ref={file}
            type="file"
            accept="image/*"
            hidden
            aria-label={translate('profile.choose')}
            onChange={(event) => void upload(event.target.files?.[0])}
          />
          <Button variant="outlined" disabled={busy} onClick={() => file.current?.click()}>
            {translate('profile.choose')}
          </Button>
          {picture !== undefined && <Button onClick={() => setAvatar([])}>{translate('profile.clear')}</Button>}
        </div>
        <TextField {...bind('name')} autoComplete="name" slotProps={{ htmlInput: { required: true, maxLength: 100 } }} />
        <TextField {...bind('email')} type="email" autoComplete="email" slotProps={{ htmlInput: { required: true, maxLength: 254 } }} />
        {moved && (
          <TextField
            label={translate('profile.old')}
            type="password"
            autoComplete="current-password"
            value={old}
            onChange={(event) => setOld(event.target.value)}
            error={wrong.old !== undefined}
            helperText={wrong.old ?? translate('profile.oldhelp')}
            slotProps={{ htmlInput: { required: true } }}
          />
        )}
        <TextField {...bind('lang')} select slotProps={select}>
          <option value="tw">繁體中文</option>
          <option value="en">English</option>
        </TextField>
        <TextField {...bind('menu')} select slotProps={select}>
          {['0', '1', '2'].map((style) => (
            <option key={style} value={style}>
              {translate(`profile.menus.${style}`)}
            </option>
          ))}
        </TextField>
        {hasDigest && (
          <FormControlLabel label={translate('profile.digest')} control={<Checkbox checked={digest} onChange={({ target }) => setDigest(target.checked)} />} />
        )}
        <div>
          <Button type="submit" variant="contained" disabled={busy}>
            {translate('profile.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
