import { useRef, useState } from 'react';
import type { SiteRealm } from '#application/site/rules/realms.ts';
import { siteFacts } from '../facts.ts';
import { Notice } from '../ui/index.ts';
import type { ViewProps } from './view-props.ts';
import './account.css';
import { ForgotView } from './ForgotView.tsx';
import { type PanelState, readPanel, storePanel, tabsOf } from './panel-state.ts';
import { RegisterView } from './RegisterView.tsx';
import { ResetView } from './ResetView.tsx';
import { SignInView } from './SignInView.tsx';
import { useAccountTexts } from './texts.ts';
import { type FactsOf, useMe } from './use-me.ts';
import { VerifyView } from './VerifyView.tsx';

export interface SignInPanelProps<R extends SiteRealm> {
  realm: R;
  /** id of the campaign that sends the mails, and to which a juror belongs; by default the page's */
  campaign?: string;
  /** the view that is shown first; by default 'register' on a device where nobody has signed in yet. Jurors have no 'register' */
  start?: 'in' | 'register' | 'forgot';
  /** what stands in the e-mail field at first */
  email?: string | undefined;
  /** called when somebody has signed in; `useMe` knows it, too */
  onSignedIn?: (facts: FactsOf<R>) => void;
}

/** Signing in, registering, and resetting a password in one panel. Typed text is carried from one view to the next. */
export function SignInPanel<R extends SiteRealm>({ realm, campaign = siteFacts().campaign?.id ?? '', start, email = '', onSignedIn }: SignInPanelProps<R>) {
  const texts = useAccountTexts();
  const { take, hasEnded } = useMe(realm);
  const [tabs] = useState(() => (start === 'in' ? (['in', 'register'] as const) : tabsOf(realm)));
  const [panel, setPanel] = useState<PanelState>(() => readPanel(realm) ?? { view: start ?? tabs[0], email, sentAt: 0, isUnverified: false });
  const box = useRef<HTMLElement>(null);
  const update = (next: PanelState) => {
    setPanel(next);
    storePanel(realm, next);
  };
  const props: ViewProps = {
    realm,
    campaign,
    panel,
    email: panel.email,
    setEmail: (email) => update({ ...panel, email }),
    go: (view, more = {}) => {
      update({ ...panel, isUnverified: false, ...more, view });
      // The focus moves to the heading of the new view, for screen readers and the keyboard.
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('h2')?.focus());
    },
    signedIn: (facts) => {
      storePanel(realm, undefined);
      take(facts as FactsOf<R>); // the server answers with the facts of the realm in the request
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
          {tabs.map((view) => (
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
