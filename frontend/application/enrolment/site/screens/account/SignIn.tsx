import { useEffect, useRef } from 'react';
import { SignInPanel } from '#screens/site/account/SignInPanel.tsx';
import { siteFacts } from '#screens/site/facts.ts';

interface SignInProps {
  /** in a dialog: the e-mail field gets the focus */
  isFocused?: boolean;
  /** what stands in the e-mail field at first */
  email?: string;
  onSignedIn?(): void;
}

/** The sign-in panel for applicants, fetched when somebody has to sign in. Registration comes first only while there is something to enrol in. */
export default function SignIn({ isFocused, email, onSignedIn }: SignInProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocused) box.current?.querySelector('input')?.focus();
  }, [isFocused]);
  return (
    <div ref={box}>
      <SignInPanel
        realm="applicant"
        email={email}
        start={isFocused || siteFacts().campaign?.enrol.state !== 'open' ? 'in' : undefined}
        onSignedIn={onSignedIn}
      />
    </div>
  );
}
