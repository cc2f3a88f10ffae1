/** What happened, in place of rows that are not there, and the way to ask again. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { FailureText } from '#client/notices/FailureText.tsx';

interface Props {
  error: unknown;
  retry: () => unknown;
}

/** Of a whole list. */
export function Failed({ error, retry }: Props) {
  const translate = useTranslate();
  return (
    <div className="list-empty" role="alert">
      <h2>{translate('list.failed')}</h2>
      <p className="soft">
        <FailureText error={error} />
      </p>
      <Button variant="outlined" onClick={() => void retry()}>
        {translate('list.retry')}
      </Button>
    </div>
  );
}

/** Of a part of it, on a line. */
export function PartFailed({ error, retry }: Props) {
  const translate = useTranslate();
  return (
    <p className="part-failed" role="alert">
      <FailureText error={error} />{' '}
      <Button size="small" onClick={() => void retry()}>
        {translate('list.retry')}
      </Button>
    </p>
  );
}
