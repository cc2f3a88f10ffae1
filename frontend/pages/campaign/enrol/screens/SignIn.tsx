import { SignInPanel } from '../../account/SignInPanel.tsx';

/** The applicants' panel, fetched when somebody has to sign in. */
export default function SignIn({ onSignedIn }: { onSignedIn?(): void }) {
  return <SignInPanel realm="applicant" onSignedIn={onSignedIn} />;
}
