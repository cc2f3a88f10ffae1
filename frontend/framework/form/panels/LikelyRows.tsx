/** Rows that are likely about the same thing as what is being typed: each with a look at it, and what may be done with it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { call } from '#client/http-client.ts';
import { useLanguage, useText } from '#client/language.tsx';
import { editPath } from '#client/paths.ts';
import type { ObjectModel, Row } from '#codegen/model.ts';
import { Peek } from '#fields/reference/Peek.tsx';
import { likenessFields } from '#rules/queries/likeness-fields.ts';
import { fieldNamed } from '#rules/records/record.ts';
import { labelled } from '#rules/words/language.ts';

/** ms without a key until it is asked. */
const pause = 500;
/** Characters from which a value is looked for. */
const fewest = 3;

interface LikelyRowsProps {
  model: ObjectModel;
  row: Row;
  /** of the row itself, where it is stored */
  id?: string;
  /** what can be done with one of them, by this name */
  choice?: { label: string; choose(id: string): void };
}

export function LikelyRows({ model, row, id, choice }: LikelyRowsProps) {
  const translate = useTranslate();
  const text = useText();
  const { lang } = useLanguage();
  const values = likenessFields(model).flatMap((name) => {
    const value = typeof row[name] === 'string' ? row[name].trim() : '';
    return [...value].length >= fewest || /\p{Script=Han}{2}/u.test(value) ? [[name, value] as const] : [];
  });
  const spelled = JSON.stringify(values);
  const [asked, setAsked] = useState(id === undefined ? '[]' : spelled);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(spelled), pause);
    return () => clearTimeout(timer);
  }, [spelled]);
  const { data } = useQuery({
    queryKey: ['likely', model.name, id, asked],
    queryFn: () => {
      const typed = Object.fromEntries(JSON.parse(asked) as [string, string][]); // made above
      return call('POST /api/pb/:object/likely', { at: { object: model.name }, body: { row: typed, ...(id !== undefined && { id }) } });
    },
    enabled: asked !== '[]',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  const likely = asked === '[]' ? [] : (data ?? []);
  return (
    // There before it says something, so that it is read out.
    <Box role="status">
      {likely.length > 0 && (
        <Alert severity="info" role="none" sx={{ mb: 2 }}>
          {translate('form.likely.title', { smart_count: likely.length })}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {likely.map((one) => (
              <li key={one.id}>
                <Peek to={model.name} id={one.id}>
                  <Link to={editPath(model, one.id)} target="_blank">
                    {one.title}
                  </Link>
                </Peek>
                {` · ${one.title === one.id ? '' : `${one.id} · `}${text(fieldNamed(model.fields, one.field)?.label) || one.field}`}
                {choice && (
                  <Button size="small" sx={{ ml: 1 }} onClick={() => choice.choose(one.id)} aria-label={labelled(choice.label, one.title, lang)}>
                    {choice.label}
                  </Button>
                )}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
}
