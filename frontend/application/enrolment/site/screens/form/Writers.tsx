import { type FormEvent, useEffect, useRef, useState } from 'react';
import { inBothZones } from '#application/enrolment/rules/times.ts';
import type { CampaignFacts, WriterFacts } from '#application/site/wire.ts';
import { language, languages } from '#rules/words/language.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { pageLang } from '#screens/site/facts.ts';
import { Button, Notice, SelectField, Spinner, TextField } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill, wordsOf } from '../../texts.ts';

interface WritersProps {
  id: string;
  campaign: CampaignFacts;
  t: EnrolTexts;
}

/** As many as the server takes. */
const most = 5;

/** Who may write the enrolment beside its applicant: invited by mail, and removed. Shown when somebody opens it. */
export default function Writers({ id, campaign, t }: WritersProps) {
  const [writers, setWriters] = useState<WriterFacts[]>();
  const [email, setEmail] = useState('');
  const [lang, setLang] = useState<string>(pageLang());
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLElement>(null);

  async function work(does: () => Promise<WriterFacts[]>, done: string) {
    setBusy(true);
    setFailure('');
    setProblem('');
    setSaid('');
    try {
      setWriters(await does());
      setSaid(done);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [field] = error.fields;
      if (field?.code === 'field.toomany') setProblem(fill(t.writers.full, { most }));
      else if (field?.code === 'msg.nochange') setProblem(t.writers.own);
      else if (field) setProblem(field.message);
      else setFailure(error.sentence || t.keep.offlineShort);
      return false;
    } finally {
      setBusy(false);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => void work(() => call('GET /api/site/enrolments/:id/writers', { at: { id } }), ''), [id]);
  const send = (to: string) =>
    work(() => call('POST /api/site/enrolments/:id/writers', { at: { id }, body: { email: to, lang } }), fill(t.writers.sent, { email: to }));

  async function invite(event: FormEvent) {
    event.preventDefault();
    const to = email.trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(to)) setProblem(wordsOf({ path: 'email', code: 'field.email' }, undefined, pageLang(), { label: t.writers.email }));
    else if (!isBusy && (await send(to))) setEmail('');
  }
  async function remove(writer: WriterFacts) {
    const at = { id, writer: writer.id };
    await work(() => call('DELETE /api/site/enrolments/:id/writers/:writer', { at }), fill(t.writers.removed, { email: writer.email }));
    // The pressed button is gone.
    box.current?.querySelector('input')?.focus();
  }

  return (
    <section ref={box} aria-label={t.writers.title}>
      <p className="ui-help">{fill(t.writers.lead, { most })}</p>
      {!writers && isBusy && <Spinner />}
      {writers?.length === 0 && <p>{t.writers.none}</p>}
      <ul>
        {writers?.map((writer) => (
          <li key={writer.id}>
            <span>
              <strong>{writer.name || writer.email}</strong>
              {writer.name && <small>{writer.email}</small>}
              <small>
                {writer.state === 'invited' ? fill(t.writers.invited, { until: inBothZones(writer.until, campaign.zone).there }) : t.writers[writer.state]}
              </small>
            </span>
            <span className="ui-actions">
              {writer.state !== 'joined' && (
                <Button look="plain" aria-label={fill(t.writers.againTo, { email: writer.email })} onClick={() => void send(writer.email)}>
                  {t.writers.again}
                </Button>
              )}
              <Button look="plain" aria-label={fill(t.writers.removeOf, { email: writer.email })} onClick={() => void remove(writer)}>
                {t.writers.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void invite(event)} noValidate>
        <TextField label={t.writers.email} type="email" autoComplete="off" maxLength={254} value={email} error={problem} onChange={setEmail} />
        <SelectField label={t.writers.lang} value={lang} onChange={setLang} choices={languages.map((value) => ({ value, label: language[value].name }))} />
        <Button type="submit" busy={isBusy}>
          {isBusy ? t.writers.inviting : t.writers.invite}
        </Button>
      </form>
      {failure && <Notice tone="bad">{failure}</Notice>}
      <p role="status" className="enrol-said">
        {said}
      </p>
    </section>
  );
}
