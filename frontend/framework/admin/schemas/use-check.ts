/** What the server says of texts that are being typed, a moment after the last change; one question at a time, as the server answers them one after another. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#client/http-client.ts';
import type { CheckedSchema } from '#framework/workbench/wire.ts';
import type { SchemaTexts } from './document/schema-document.ts';

/** ms after the last change until it is asked */
const pause = 350;

export interface Check {
  checked: CheckedSchema | undefined;
  /** it is of an earlier text */
  isStale: boolean;
  error: Error | null;
}

export function useCheck(name: string, texts: SchemaTexts): Check {
  const [asked, setAsked] = useState(texts);
  const { data, isFetching, error } = useQuery({
    queryKey: ['workbench-check', name, asked],
    queryFn: () => call('POST /api/workbench/check', { body: { name, files: asked } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  });
  useEffect(() => {
    if (isFetching) return;
    const timer = setTimeout(() => setAsked(texts), pause);
    return () => clearTimeout(timer);
  }, [texts, isFetching]);
  return { checked: data, isStale: asked !== texts || isFetching, error };
}
