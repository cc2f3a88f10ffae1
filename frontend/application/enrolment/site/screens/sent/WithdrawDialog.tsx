import { useState } from 'react';
import type { EnrolmentFacts } from '#application/site/wire.ts';
import { ApiError, call } from '#screens/site/call.ts';
import { Button, Dialog, Notice, TextArea } from '#screens/site/ui/index.ts';
import { type EnrolTexts, fill } from '../../texts.ts';

interface WithdrawProps {
  id: string;
  title: string;
  t: EnrolTexts;
  onClose(): void;
  onDone(enrolment: EnrolmentFacts): void;
}

/** Withdraws an enrolment and asks for the reason. After a failure the typed reason is still there. */
export function WithdrawDialog({ id, title, t, onClose, onDone }: WithdrawProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function withdraw() {
    if (!reason.trim()) {
      setProblem(t.withdraw.needReason);
      document.getElementById('withdraw-reason')?.focus();
      return;
    }
    setBusy(true);
    setFailure('');
    try {
      onDone(await call('POST /api/site/enrolments/:id/withdraw', { at: { id }, body: { reason: reason.trim() } }));
    } catch (error) {
      setFailure((error instanceof ApiError && error.sentence) || t.keep.offlineShort);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={fill(t.withdraw.title, { title })}
      firm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.withdraw.cancel}</Button>
          <Button look="danger" busy={isBusy} onClick={withdraw}>
            {isBusy ? t.withdraw.doing : t.withdraw.confirm}
          </Button>
        </>
      }
    >
      <p>{t.withdraw.text}</p>
      <TextArea
        id="withdraw-reason"
        label={t.withdraw.reason}
        help={t.withdraw.reasonHelp}
        error={problem}
        rows={3}
        maxLength={2000}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setProblem('');
        }}
      />
      {failure && <Notice tone="bad">{failure}</Notice>}
    </Dialog>
  );
}
