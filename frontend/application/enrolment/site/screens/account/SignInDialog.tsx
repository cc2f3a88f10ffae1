import { Button, Dialog, part, Spinner } from '#screens/site/ui/index.ts';
import { Soon } from '#ui/soon.tsx';
import type { EnrolTexts } from '../../texts.ts';

const SignInPanel = part(() => import('./SignIn.tsx'), 'signin');

interface SignInDialogProps {
  t: EnrolTexts;
  /** left out where there is nothing behind the dialog to return to */
  onClose?(): void;
  onSignedIn(): void;
}

/** Signing in again while writing: the page behind the dialog is unchanged. */
export function SignInDialog({ t, onClose, onSignedIn }: SignInDialogProps) {
  return (
    <Dialog title={t.signIn.title} firm onClose={() => onClose?.()} actions={onClose && <Button onClick={onClose}>{t.signIn.close}</Button>}>
      <p>{t.signIn.text}</p>
      <Soon fallback={<Spinner />}>
        <SignInPanel isFocused onSignedIn={onSignedIn} />
      </Soon>
    </Dialog>
  );
}
