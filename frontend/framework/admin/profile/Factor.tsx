import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import { FactorCode } from '../account/FactorCode.tsx';
import { FactorSetup } from '../account/FactorSetup.tsx';
import { RecoveryCodes } from '../account/RecoveryCodes.tsx';
import { Section } from '../system/Section.tsx';

/** One's own second factor: set up, new recovery codes, turned off. */
export function Factor() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive } = useNotices();
  const [open, setOpen] = useState<'setup' | 'renew' | 'end'>();
  const { data } = useQuery({ queryKey: ['own-factor'], queryFn: () => call('GET /api/auth/factor', {}) });
  const close = async (said?: string) => {
    setOpen(undefined);
    if (said) positive(translate(said));
    await Promise.all(['own-factor', 'own-sessions'].map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
  if (!data) return null;
  return (
    <Section title={translate('factor.title')}>
      <p className="soft">
        {translate('factor.help')} {data.demanded && translate('factor.demanded')}
      </p>
      {open !== 'setup' && <p>{data.since ? translate('factor.since', { at: showInstant(data.since), smart_count: data.left }) : translate('factor.none')}</p>}
      {open === 'setup' && <FactorSetup onDone={() => void close('factor.on')} onCancel={() => void close()} />}
      {(open === 'renew' || open === 'end') && <Proof of={open} key={open} onEnd={(said) => void close(said)} />}
      {open === undefined && (
        <div className="factor-buttons">
          {data.since ? (
            <>
              <Button variant="outlined" onClick={() => setOpen('renew')}>
                {translate('factor.renew')}
              </Button>
              <Button onClick={() => setOpen('end')}>{translate('factor.off')}</Button>
            </>
          ) : (
            <Button variant="outlined" onClick={() => setOpen('setup')}>
              {translate('factor.start')}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

/** Password and code, once more, before the factor is touched. */
function Proof({ of, onEnd }: { of: 'renew' | 'end'; onEnd: (said?: string) => void }) {
  const translate = useTranslate();
  const { failure } = useNotices();
  const [values, setValues] = useState({ old: '', code: '' });
  const [codes, setCodes] = useState<string[]>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      if (of === 'renew') {
        setCodes((await call('POST /api/auth/factor/codes', { body: values })).codes);
      } else {
        await call('POST /api/auth/factor/end', { body: values });
        onEnd('factor.ended');
      }
    } catch (error) {
      failure(error);
    } finally {
      setBusy(false);
    }
  };
  if (codes) return <RecoveryCodes codes={codes} onStored={() => onEnd('factor.renewed')} />;
  return (
    <form className="factor" onSubmit={submit}>
      <TextField
        label={translate('profile.old')}
        name="old"
        type="password"
        autoComplete="current-password"
        value={values.old}
        onChange={(event) => setValues({ ...values, old: event.target.value })}
        autoFocus
        slotProps={{ htmlInput: { required: true, maxLength: 128 } }}
      />
      <FactorCode label={translate('factor.anycode')} value={values.code} onChange={(code) => setValues({ ...values, code })} autoFocus={false} />
      <div className="factor-buttons">
        <Button type="submit" variant="contained" color={of === 'end' ? 'error' : 'primary'} disabled={busy}>
          {translate(of === 'renew' ? 'factor.renew' : 'factor.off')}
        </Button>
        <Button onClick={() => onEnd()}>{translate('factor.cancel')}</Button>
      </div>
    </form>
  );
}
