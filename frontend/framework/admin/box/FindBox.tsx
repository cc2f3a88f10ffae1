/** One box for everything: records of all objects by words, screens, commands, what was opened last and what is marked as a favourite. */
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { reply } from '#client/http/ask.ts';
import { request } from '#client/http-client.ts';
import { useText } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { editPath } from '#client/paths.ts';
import { dataProvider } from '#client/providers/data.ts';
import { foldedText } from '#rules/queries/search-text.ts';
import { useCommands } from './commands.ts';
import { type Mark, useFavourites, useRecent } from './marked.ts';
import './find-box.css';

interface Choice {
  key: string;
  group: string;
  label: string;
  /** the object's name, of a record */
  detail?: string;
  run(): void;
}

/** Pause in typing after which the server is asked, ms. */
const pause = 200;

/** @param takeEarly what was typed before this was there; asked once its field has the focus */
export default function FindBox({ close, takeEarly }: { close: () => void; takeEarly: () => string }) {
  const translate = useTranslate();
  const text = useText();
  const navigate = useNavigate();
  const objects = useObjects();
  const commands = useCommands();
  const [favourites] = useFavourites();
  const [recent] = useRecent();
  const [typed, setTyped] = useState('');
  const takeTyped = () => {
    const early = takeEarly();
    if (early) setTyped(early);
  };
  const asked = useSettled(typed.trim());
  const records = useQuery({
    queryKey: ['find', asked],
    queryFn: async ({ signal }) => (await reply(request, 'GET /api/find', { query: { q: asked }, signal })).data.data,
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  const marked = useTitles([...favourites, ...recent]);

  const record = (group: string, { object, id, title }: Mark & { title: string }): Choice[] => {
    const model = objects.find(({ name }) => name === object)?.model;
    if (!model) return [];
    return [{ key: `${group} ${object} ${id}`, group, label: title, detail: text(model.label), run: () => void navigate(editPath(model, id)) }];
  };
  const words = foldedText(typed).split(' ');
  const isMeant = ({ label }: { label: string }) => words.every((word) => ` ${foldedText(label)}`.includes(word));
  const titled = (marks: readonly Mark[]) => marks.flatMap((mark) => marked.filter(({ object, id }) => object === mark.object && id === mark.id));
  const choices: Choice[] = typed.trim()
    ? [...(asked && records.data ? records.data.flatMap((found) => record(translate('find.records'), found)) : []), ...commands.filter(isMeant)]
    : [
        ...titled(favourites).flatMap((one) => record(translate('find.favourites'), one)),
        ...titled(recent).flatMap((one) => record(translate('find.recent'), one)),
        ...commands,
      ];
  const isBusy = typed.trim() !== asked || records.isFetching;
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" slotProps={{ paper: { 'aria-label': translate('find.title') } }} className="find-box">
      <Mounted then={takeTyped} />
      <Autocomplete<Choice>
        open
        disablePortal
        autoHighlight
        forcePopupIcon={false}
        options={choices}
        filterOptions={(all) => all}
        groupBy={({ group }) => group}
        getOptionKey={({ key }) => key}
        getOptionLabel={({ label }) => label}
        inputValue={typed}
        onInputChange={(_, value, reason) => reason !== 'reset' && setTyped(value)}
        onChange={(_, choice) => {
          if (!choice) return;
          close();
          choice.run();
        }}
        onClose={(_, reason) => reason === 'escape' && close()}
        loading={typed.trim() !== '' && isBusy}
        loadingText={translate('find.busy')}
        noOptionsText={records.isError ? translate('find.failed') : translate('find.nothing')}
        value={null}
        blurOnSelect={false}
        renderGroup={({ key, group, children }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of a listbox
          <div key={key} role="group" aria-label={group}>
            <div aria-hidden="true" className="find-group">
              {group}
            </div>
            {children}
          </div>
        )}
        renderOption={({ key, ...props }, { label, detail }) => (
          <Box key={key} component="div" {...(props as object)}>
            <span className="find-label">{label}</span>
            {detail && <span className="find-detail">{detail}</span>}
          </Box>
        )}
        renderInput={(props) => (
          <TextField
            {...props}
            autoFocus
            placeholder={translate('find.hint')}
            slotProps={{ htmlInput: { ...props.inputProps, 'aria-label': translate('find.title'), maxLength: 200 } }}
          />
        )}
        slotProps={{
          popper: { className: 'find-list', placement: 'bottom', modifiers: [{ name: 'flip', enabled: false }] },
          listbox: { className: 'find-choices', component: 'div' },
        }}
      />
    </Dialog>
  );
}

/** Says when what stands beside it is there, its focus set. */
function Mounted({ then }: { then: () => void }) {
  useLayoutEffect(then);
  return null;
}

/** A text once nobody has typed for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** The titles of records as they are now; one that is gone has none. */
function useTitles(marks: readonly Mark[]): (Mark & { title: string })[] {
  const { data } = useQuery({
    queryKey: ['find', 'titles', marks],
    queryFn: async () => {
      const objects = [...new Set(marks.map(({ object }) => object))];
      const titles = await Promise.all(
        objects.map(async (object) => {
          const ids = marks.filter((mark) => mark.object === object).map(({ id }) => id);
          const found = await dataProvider.getTitles(object, [...new Set(ids)]).catch(() => []); // may no longer be read
          return found.map((one) => ({ object, ...one }));
        }),
      );
      return titles.flat();
    },
    enabled: marks.length > 0,
  });
  return data ?? [];
}
