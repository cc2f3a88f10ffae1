/** Where a comment is typed. Behind an @ the people who may read the record are offered: arrows choose, Enter or Tab takes, Escape lets it be. */
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import TextField from '@mui/material/TextField';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { flushSync } from 'react-dom';
import { inTab } from '#client/device-store.ts';
import type { Person } from '#framework/comments/wire.ts';
import { begunName, draftOf, mostText, storedOf } from '#rules/records/mention.ts';

/** People offered at once. */
const offered = 6;

interface CommentBoxProps {
  people: readonly Person[];
  /** of a comment that is changed */
  text?: string;
  names?: Readonly<Record<string, string>>;
  busy: boolean;
  /** under which name what is typed outlives the panel and a reload, in this tab */
  stored?: string;
  /** true where it was stored: the box is empty again */
  onSend(text: string): Promise<boolean>;
  onCancel?(): void;
}

export function CommentBox({ people, text = '', names = {}, busy, stored, onSend, onCancel }: CommentBoxProps) {
  const translate = useTranslate();
  const listId = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => {
    const begun = stored === undefined ? undefined : inTab.read(stored);
    return typeof begun === 'string' ? begun : draftOf(text, names);
  });
  const type = (next: string) => {
    setDraft(next);
    if (stored !== undefined) inTab.write(stored, next || undefined);
  };
  const [caret, setCaret] = useState(draft.length);
  const [chosen, setChosen] = useState<Person[]>([]);
  const [place, setPlace] = useState(0);
  const [isClosed, setClosed] = useState(true);
  const begun = begunName(draft, caret);
  const word = begun?.toLowerCase() ?? '';
  const options = isClosed || begun === undefined ? [] : people.filter(({ id, name }) => `${name} ${id}`.toLowerCase().includes(word.trim())).slice(0, offered);
  const at = Math.min(place, options.length - 1);
  const take = (person: Person) => {
    const from = caret - (begun?.length ?? 0);
    const before = `${draft.slice(0, from)}${person.name} `;
    // At once, so that the next key already finds the caret behind the name.
    flushSync(() => {
      type(before + draft.slice(caret));
      setChosen([person, ...chosen]);
      setClosed(true);
      setCaret(before.length);
    });
    input.current?.focus();
    input.current?.setSelectionRange(before.length, before.length);
  };
  const send = async () => {
    if (!draft.trim() || busy) return;
    // Who is named in the text already keeps their account, whoever else is called the same.
    const known = Object.entries(names).map(([id, name]) => ({ id, name }));
    if (await onSend(storedOf(draft, [...chosen, ...known, ...people]))) {
      type('');
      setChosen([]);
    }
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const person = options[at];
    if (person) {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move) setPlace((at + move + options.length) % options.length);
      else if (event.key === 'Enter' || event.key === 'Tab') take(person);
      else if (event.key === 'Escape') setClosed(true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  };
  const label = translate(onCancel ? 'comments.change' : 'comments.write');
  return (
    <div>
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        label={label}
        helperText={translate('comments.help')}
        value={draft}
        inputRef={input}
        onChange={({ target }) => {
          type(target.value);
          setCaret(target.selectionStart ?? target.value.length);
          setPlace(0);
          setClosed(false);
        }}
        onSelect={({ target }) => setCaret((target as HTMLTextAreaElement).selectionStart)} // the box's own event
        onKeyDown={onKey}
        onBlur={() => setClosed(true)}
        slotProps={{
          htmlInput: {
            maxLength: mostText,
            'aria-haspopup': 'listbox',
            'aria-controls': options.length ? listId : undefined,
            'aria-activedescendant': options.length ? `${listId}-${at}` : undefined,
          },
        }}
      />
      <Popper open={options.length > 0} anchorEl={input.current} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
        <Paper elevation={4}>
          <MenuList id={listId} role="listbox" dense aria-label={translate('comments.people')}>
            {options.map((person, index) => (
              <MenuItem
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                selected={index === at}
                onMouseDown={(event) => {
                  event.preventDefault();
                  take(person);
                }}
              >
                {person.name === person.id ? person.name : `${person.name} (${person.id})`}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      </Popper>
      <Button size="small" variant="contained" disabled={busy || !draft.trim()} onClick={() => void send()} sx={{ mt: 1, mr: 1 }}>
        {translate(onCancel ? 'comments.save' : 'comments.send')}
      </Button>
      {onCancel && (
        <Button size="small" onClick={onCancel} sx={{ mt: 1 }}>
          {translate('form.cancel')}
        </Button>
      )}
    </div>
  );
}
