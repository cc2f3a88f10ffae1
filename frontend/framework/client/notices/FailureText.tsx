import { useTranslate } from 'react-admin';
import { useHref } from 'react-router';
import { ApiError } from '../http/api-error.ts';
import { useWords } from '../language.tsx';
import { failureLines } from './failure-lines.ts';

/** What a failed call has to say. Where the session has ended also the way to sign in, in a tab of its own, so that what is typed or chosen here stays. */
export function FailureText({ error, lines }: { error: unknown /** where they are not its own */; lines?: readonly string[] }) {
  const words = useWords();
  return (
    <>
      {(lines ?? failureLines(error, words)).join('\n')} {isSignedOut(error) && <SignInAgain />}
    </>
  );
}

/** The same in a line of its own, read out when it comes; nothing while nothing has failed. */
export function FailureLine({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert">
      <FailureText error={error} />
    </p>
  );
}

/** Whether nobody is signed in any more; a wrong password is another refusal. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'msg.session' || error.code === 'msg.timeout');
}

export function SignInAgain() {
  const translate = useTranslate();
  return (
    <a href={useHref('/login')} target="_blank" rel="noopener">
      {translate('auth.again')}
    </a>
  );
}
