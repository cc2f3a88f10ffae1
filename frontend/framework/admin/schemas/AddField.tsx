/** Asks for a new field: its name, what it is called, its kind. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { fieldAt, fieldName } from './document/edits.ts';
import type { FieldChoice } from './document/kinds.ts';
import type { SchemaDocument } from './document/schema-document.ts';
import { KindSelect, ObjectSelect, SelectLine, TextLine } from './lines.tsx';
import { useSay } from './say.tsx';

interface Props {
  document: SchemaDocument;
  /** paths of what may hold it; '' is the object itself */
  parents: string[];
  onAdd(path: string, choice: FieldChoice, more: { title: string; to: string }): void;
  onClose(): void;
}

export function AddField({ document, parents, onAdd, onClose }: Props) {
  const say = useSay();
  const translate = useTranslate();
  const titleId = useId();
  const [parent, setParent] = useState('');
  const [title, setTitle] = useState('');
  const [typed, setTyped] = useState<string>();
  const [choice, setChoice] = useState<FieldChoice>('line');
  const [to, setTo] = useState('');
  const name = typed ?? nameFrom(title);
  const path = parent ? `${parent}.${name}` : name;
  const isTaken = fieldAt(document.schema, path) !== undefined;
  const wrong = name === '' ? undefined : !fieldName.test(name) ? say('field.badname') : isTaken ? say('field.taken') : undefined;
  const asksTo = choice === 'reference' || choice === 'references';
  const isReady = name !== '' && !wrong && (!asksTo || to !== '');
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) onAdd(path, choice, { title, to });
        }}
      >
        <DialogTitle id={titleId}>{say('fields.add')}</DialogTitle>
        <DialogContent className="bench-lines">
          <TextLine label={say('field.title')} value={title} onChange={setTitle} autoFocus />
          <TextLine label={say('field.name')} value={name} onChange={setTyped} error={wrong} help={say('field.namehelp')} />
          <KindSelect value={choice} onChange={setChoice} />
          {asksTo && <ObjectSelect label={say('field.to')} value={to} onChange={setTo} />}
          {parents.length > 1 && (
            <SelectLine label={say('field.parent')} value={parent} options={parents.map((one) => [one, one || say('field.top')])} onChange={setParent} />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            {say('fields.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** 'Opening day' → 'opening_day'; letters of other scripts stay. */
export function nameFrom(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 48);
}
