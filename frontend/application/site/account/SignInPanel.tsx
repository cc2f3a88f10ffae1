import { useRef, useState } from 'react';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { siteFacts } from '../facts.ts';
import { Notice } from '../ui/index.ts';
import type { ViewProps } from './view-props.ts';
import './account.css';
import { ForgotView } from './ForgotView.tsx';
import { keep, type PanelState, readPanel } from './panel-state.ts';
import { RegisterView } from './RegisterView.tsx';
import { ResetView } from './ResetView.tsx';
import { SignInView } from './SignInView.tsx';
import { useAccountTexts } from './texts.ts';
import { type FactsOf, useMe } from './use-me.ts';
import { VerifyView } from './VerifyView.tsx';

export interface SignInPanelProps<R extends SiteRealm> {
  realm: R;
  /** id of the campaign whose mails go out, and whose juror it is; the page's own where it is left out */
  campaign?: string;
  /** which view it begins with; jurors have no 'register' */
  start?: 'in' | 'register' | 'forgot';
  /** somebody is signed in; `useMe` knows it too */
  onSignedIn?: (facts: FactsOf<R>) => void;
}

/** Sign in, register, and set a forgotten password, in one place; what was typed stays from one to the other. */
export function SignInPanel<R extends SiteRealm>({ realm, campaign = siteFacts().campaign?.id ?? '', start = 'in', onSignedIn }: SignInPanelProps<R>) {
  const texts = useAccountTexts();
  const { take, hasEnded } = useMe(realm);
  const [panel, setPanel] = useState<PanelState>(() => readPanel(realm) ?? { view: start, email: '', sentAt: 0, isUnverified: false });
  const box = useRef<HTMLElement>(null);
  const update = (next: PanelState) => {
    setPanel(next);
    keep(realm, next);
  };
  const props: ViewProps = {
    realm,
    campaign,
    panel,
    email: panel.email,
    setEmail: (email) => update({ ...panel, email }),
    go: (view, more = {}) => {
      update({ ...panel, isUnverified: false, ...more, view });
      // The new view begins with its heading, for the eye and for a screen reader.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('h2')?.focus());
    },
    signedIn: (facts) => {
      keep(realm, undefined);
      take(facts as FactsOf<R>); // the server answers with the facts of the realm asked
      onSignedIn?.(facts as FactsOf<R>);
    },
  };
  const Shown = views[panel.view];
  const isTabbed = realm === 'applicant' && (panel.view === 'in' || panel.view === 'register');
  return (
    <section className="account-panel" ref={box} aria-label={texts.views.choose}>
      {hasEnded && <Notice tone="warn">{texts.wrong.ended}</Notice>}
      {isTabbed && (
        <div className="account-tabs">
          {(['in', 'register'] as const).map((view) => (
            <button key={view} type="button" aria-pressed={panel.view === view} onClick={() => props.go(view)}>
              {texts.views[view]}
            </button>
          ))}
        </div>
      )}
      <Shown {...props} />
    </section>
  );
}

const views = { in: SignInView, register: RegisterView, verify: VerifyView, forgot: ForgotView, reset: ResetView };
