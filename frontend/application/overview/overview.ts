/** GET /api/overview: what waits, which windows turn, two curves. Asked once for every part of the home page that shows it. */
import { useQuery } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import { useLanguage } from '#client/language.tsx';
import type { adminDataProvider } from '#client/providers/data.ts';
import type { Row } from '#codegen/model.ts';

export interface Overview {
  waiting: { what: string; object: string; filter: Row; count: number; estimated: boolean }[];
  windows: { object: string; id: string; title: string; field: string; turn: 'opens' | 'ends'; at: string }[];
  enrolments?: { campaign: { id: string; title: string }; zone: string; days: Enrolled[]; hours: Enrolled[] };
  sales?: { at: string; orders: number; total: number }[];
}

/** Of a day 'YYYY-MM-DD' or an hour 'YYYY-MM-DD hh' in the campaign's zone. */
export interface Enrolled {
  at: string;
  begun: number;
  submitted: number;
}

export function useOverview() {
  const provider = useDataProvider<typeof adminDataProvider>();
  const { lang } = useLanguage();
  return useQuery({ queryKey: ['overview', lang], queryFn: () => provider.fetch<Overview>('/api/overview'), staleTime: 10_000 });
}
