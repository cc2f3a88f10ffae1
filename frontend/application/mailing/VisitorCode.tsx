/** On the form of an applicant or a juror: sends them a code with which they set a password. */
import MailLockIcon from '@mui/icons-material/MailLockOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';

/** Objects whose people set their password with a code by mail. */
const withCodes = ['applicant', 'jury'] as const;

export function VisitorCode({ object, before, writable }: FormPart) {
  const translate = useTranslate();
  const { positive, failure } = useNotices();
  const visitor = withCodes.find((one) => one === object);
  if (!writable || !visitor) return null;
  const send = () =>
    call(`POST /api/pb/${visitor}/:id/code`, { at: { id: String(before.id) }, body: {} }).then(
      ({ email }) => positive(translate('desk.code.sent', { email })),
      failure,
    );
  return (
    <div className="reset-link">
      <Button startIcon={<MailLockIcon />} onClick={() => void send()}>
        {translate('desk.code.send')}
      </Button>
    </div>
  );
}
