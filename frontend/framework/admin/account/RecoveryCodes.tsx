/** Recovery codes, shown this once: copied, saved or written down. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { keepFile } from '#client/http/fetch-file.ts';
import { useCopy } from '#client/notices/use-copy.ts';
import './factor.css';

export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const translate = useTranslate();
  const copy = useCopy();
  const text = codes.join('\n');
  return (
    <section className="factor" aria-label={translate('factor.codes')}>
      <h3>{translate('factor.codes')}</h3>
      <span className="soft" role="status">
        {translate('factor.codeshelp')}
      </span>
      <ol className="factor-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="factor-buttons">
        <Button variant="outlined" onClick={() => keepFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'reelbase-recovery-codes.txt')}>
          {translate('factor.save')}
        </Button>
        <Button variant="outlined" onClick={() => copy(text, translate('factor.copied'))}>
          {translate('factor.copy')}
        </Button>
        <Button variant="contained" onClick={onStored}>
          {translate('factor.stored')}
        </Button>
      </div>
    </section>
  );
}
