/** Looking for rows of another object by what is typed. */
import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type HTMLAttributes, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useText } from '#client/language.tsx';
import { useEntry } from '#client/objects.tsx';
import { dataProvider } from '#client/providers/data.ts';
import type { Row } from '#codegen/model.ts';

export interface Found {
  id: string;
  title: string;
}

/** Rows that match the text, best first; `undefined` asks nothing. Waits for a pause in typing. */
export function useFound(to: string, text: string | undefined, filter: Row = {}): { found: Found[]; loading: boolean } {
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), text ? 200 : 0);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isFetching } = useQuery({
    queryKey: ['references', to, asked, filter],
    queryFn: () => dataProvider.findTitles(to, asked ? { ...filter, q: asked } : filter),
    enabled: Boolean(to) && asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
  return { found: data ?? [], loading: isFetching || asked !== text };
}

/** The way to a row that is not there yet. */
export function NewOption({ attributes, object, typed }: { attributes: HTMLAttributes<HTMLLIElement>; object: string; typed: string }) {
  const translate = useTranslate();
  const text = useText();
  const name = text(useEntry(object)?.model.label);
  return (
    <Box component="li" {...attributes} sx={{ color: 'primary.main', borderTop: '1px solid var(--line)' }}>
      {translate(typed ? 'form.createtyped' : 'form.createrow', { name, typed })}
    </Box>
  );
}

/** The title, and the key beside it, by which staff often know a row. */
export function ReferenceOption({ attributes, choice }: { attributes: HTMLAttributes<HTMLLIElement>; choice: Found }) {
  return (
    <Box component="li" {...attributes} sx={{ display: 'flex', gap: 1, justifyContent: 'space-between !important' }}>
      <span>{choice.title}</span>
      {choice.title !== choice.id && (
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 'var(--size-small)' }}>
          {choice.id}
        </Box>
      )}
    </Box>
  );
}
