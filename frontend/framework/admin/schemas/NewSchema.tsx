/** A new object: its name, and what it starts from. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { nameFrom } from './AddField.tsx';
import { layOut, readDocument, type SchemaTexts } from './document/schema-document.ts';
import { SelectLine, TextLine } from './lines.tsx';
import { useSay } from './say.tsx';
import { emptyObject, rememberStart } from './starts.ts';

type Start = 'empty' | 'schema';

/** What an object may be called: the name of its file, its table and its address. */
const objectName = /^[a-z][a-z0-9_]{0,40}$/;

export function NewSchema({ taken, onClose }: { taken: ReadonlySet<string>; onClose(): void }) {
  const say = useSay();
  const translate = useTranslate();
  const navigate = useNavigate();
  const titleId = useId();
  const [start, setStart] = useState<Start>('empty');
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [pasted, setPasted] = useState('');
  const latin = nameFrom(title).replace(/[^a-z0-9_]+/g, '');
  const name = typed ?? latin;
  const wrong = name === '' ? undefined : !objectName.test(name) ? say('new.badname') : taken.has(name) ? say('new.taken') : undefined;
  const document = start === 'schema' ? readDocument({ schema: pasted, labels: {} }) : undefined;
  const isReady = name !== '' && !wrong && (start === 'empty' ? title.trim() !== '' : document !== undefined);
  const begin = () => {
    const texts: SchemaTexts = document ? { schema: layOut(title ? { ...document.schema, title } : document.schema), labels: {} } : emptyObject(title.trim());
    rememberStart(name, texts);
    void navigate(`/schemas/${name}`);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) begin();
        }}
      >
        <DialogTitle id={titleId}>{say('new.title')}</DialogTitle>
        <DialogContent className="bench-lines">
          <SelectLine
            label={say('new.from')}
            value={start}
            options={(['empty', 'schema'] as const).map((one) => [one, say(`new.starts.${one}`)])}
            onChange={setStart}
          />
          <TextLine label={say('object.title')} value={title} onChange={setTitle} autoFocus />
          <TextLine label={say('new.name')} help={say('new.namehelp')} value={name} error={wrong} onChange={setTyped} />
          {start === 'schema' && (
            <TextLine
              label={say('new.pasted')}
              value={pasted}
              rows={8}
              error={pasted.trim() !== '' && !document ? translate('form.json') : undefined}
              onChange={setPasted}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {say('new.begin')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
