import { useEffect, useState } from 'react';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import type { ErasureFacts } from '#application/site/wire.ts';
import { addressOf } from '#client/http/ask.ts';
import { inZone } from '#framework/time.ts';
import { call } from '../call.ts';
import { campaignFacts, pageLang, siteFacts } from '../facts.ts';
import { Button, ButtonLink, CheckField, Notice, Spinner } from '../ui/index.ts';
import { OwnPassword } from './Passwords.tsx';
import { fill, onlyWrong, useAccountTexts, wrongOf } from './texts.ts';
import { useForm } from './use-form.ts';

/** Downloads what is held about oneself, and erases it: what goes and what stays is said before the password is asked for. */
export function OwnDataForm({ realm, onErased }: { realm: SiteRealm; onErased: () => void }) {
  const texts = useAccountTexts();
  const { data } = texts;
  const [facts, setFacts] = useState<ErasureFacts>();
  const [lost, setLost] = useState('');
  const [pw, setPw] = useState('');
  const [isSure, setSure] = useState(false);
  const read = async () => {
    setLost('');
    try {
      setFacts(await call(`GET /api/site/${realm}/erasure`, {}));
    } catch (error) {
      setLost(wrongOf(error, texts).form ?? texts.wrong.offline);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the tab is opened
  useEffect(() => void read(), []);
  const [isTakenBack, setTakenBack] = useState(false);
  const takeBack = useForm(
    texts,
    async () => {
      setFacts(await call(`DELETE /api/site/${realm}/erasure`, {}));
      setTakenBack(true);
    },
    () => undefined,
  );
  const form = useForm(
    texts,
    async () => {
      const done = await call(`POST /api/site/${realm}/erasure`, { body: { pw } });
      setFacts(done);
      setPw('');
      setSure(false);
      setTakenBack(false);
      if (done.isErased) onErased();
    },
    () => onlyWrong({ sure: isSure ? undefined : data.confirmNeeded, pw: pw === '' ? texts.wrong.oldRequired : undefined }),
  );
  if (facts?.isErased) return <Notice tone="good">{data.done}</Notice>;
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate>
      <p className="account-lead">{data.lead}</p>
      <p className="account-lead account-choices">
        <ButtonLink href={addressOf(`GET /api/site/${realm}/data.zip`, {})} download>
          {data.downloadAll}
        </ButtonLink>
        <ButtonLink href={addressOf(`GET /api/site/${realm}/data`, {})} download look="plain">
          {data.download}
        </ButtonLink>
      </p>
      <h3 className="account-part">{data.title}</h3>
      {lost ? (
        <Notice tone="bad">
          {lost} <Button onClick={() => void read()}>{data.retry}</Button>
        </Notice>
      ) : !facts ? (
        <Spinner />
      ) : (
        <>
          <Consequences realm={realm} facts={facts} />
          {facts.asked ? (
            <>
              <Notice tone="good">{fill(data.asked, { day: dayOf(facts.asked) })}</Notice>
              {takeBack.wrong.form && <Notice tone="bad">{takeBack.wrong.form}</Notice>}
              <Button wide busy={takeBack.isBusy} onClick={() => takeBack.submit()}>
                {data.takeBack}
              </Button>
            </>
          ) : (
            isTakenBack && <Notice tone="good">{data.takenBack}</Notice>
          )}
          {!(facts.asked && facts.needed.length > 0) && (
            <>
              {form.wrong.form && <Notice tone="bad">{form.wrong.form}</Notice>}
              <CheckField
                label={data.confirm}
                checked={isSure}
                error={form.wrong.sure}
                onChange={(sure) => {
                  setSure(sure);
                  form.mend('sure');
                }}
              />
              <OwnPassword
                label={texts.field.old}
                value={pw}
                onChange={(value) => {
                  setPw(value);
                  form.mend('pw');
                }}
                error={form.wrong.pw}
              />
              <Button type="submit" look="danger" wide busy={form.isBusy}>
                {facts.needed.length ? data.ask : data.submit}
              </Button>
            </>
          )}
        </>
      )}
    </form>
  );
}

/** What goes, what is emptied, what must stay and until when. */
function Consequences({ realm, facts }: { realm: SiteRealm; facts: ErasureFacts }) {
  const { data } = useAccountTexts();
  const lang = pageLang();
  const counted = (['removed', 'emptied', 'contacts'] as const).filter((what) => facts[what] > 0);
  return (
    <>
      <ul className="account-list">
        <li>{data.goes}</li>
        {counted.map((what) => (
          <li key={what}>{fill(data[what], { count: facts[what] })}</li>
        ))}
        {realm === 'jury' && <li>{data.jury}</li>}
      </ul>
      {facts.needed.length > 0 && (
        <>
          <p className="account-lead">{data.needed}</p>
          <ul className="account-list">
            {facts.needed.map(({ title, campaign, until }) => {
              const what = realm === 'jury' ? fill(data.neededJury, { campaign: campaign[lang] }) : fill(data.neededWork, { title, campaign: campaign[lang] });
              return <li key={`${title} ${campaign[lang]}`}>{until ? fill(data.neededUntil, { what, day: dayOf(until) }) : fill(data.neededNow, { what })}</li>;
            })}
          </ul>
          {realm === 'applicant' && <p className="account-lead">{data.neededHint}</p>}
        </>
      )}
    </>
  );
}

/** The day of a moment, in the campaign's zone. */
function dayOf(stamp: string): string {
  return inZone(stamp, siteFacts().campaign ? campaignFacts().zone : 'GMT+8').slice(0, 10);
}
