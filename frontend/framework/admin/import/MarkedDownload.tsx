/** The sheet that was sent, with its faults marked, to be mended and sent again. */
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { addressOf } from '#client/http-client.ts';
import { useDownload } from '#client/notices/use-download.ts';

interface Props {
  object: string;
  file: File;
  job: string;
  /** some of its lines have been taken: they are left out unless they are asked for */
  isWritten: boolean;
}

export function MarkedDownload({ object, file, job, isWritten }: Props) {
  const translate = useTranslate();
  const download = useDownload();
  const [onlyFaults, setOnlyFaults] = useState(isWritten);
  const fetchMarked = () => {
    const path = addressOf('POST /api/pb/:object/import/marked', { at: { object }, query: { job, only: onlyFaults ? '1' : undefined } });
    const name = /^(.*?)(\.\w+)?$/.exec(file.name);
    return download(path, `${name?.[1]}-${translate('import.suffix')}${name?.[2] ?? ''}`, { body: file });
  };
  return (
    <div className="import-marked">
      <Button variant="outlined" onClick={() => void fetchMarked()}>
        {translate('import.marked')}
      </Button>
      <FormControlLabel
        control={<Checkbox size="small" checked={onlyFaults} onChange={(_event, isOn) => setOnlyFaults(isOn)} />}
        label={translate('import.only')}
      />
      <p className="soft">{translate('import.mend')}</p>
    </div>
  );
}
