/** On an enrolment's form: how long its films are beside what the campaign asks, as the server can find out. */
import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';
import { call } from '#client/http-client.ts';
import { useLanguage } from '#client/language.tsx';
import { useObjects } from '#client/objects.tsx';
import { labelled } from '#rules/words/language.ts';

export function FilmLengths({ object, before }: FormPart) {
  const { lang } = useLanguage();
  const model = useObjects().find(({ name }) => name === object)?.model;
  const id = String(before.id);
  const { data = [] } = useQuery({
    queryKey: ['lengths', id, before.ver, lang],
    queryFn: () => call('GET /api/pb/enrolment/:id/lengths', { at: { id } }),
    enabled: object === 'enrolment' && Boolean(before.id),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (object !== 'enrolment' || !data.length) return null;
  return (
    <Alert severity={data.some(({ isOther }) => isOther) ? 'warning' : 'info'} sx={{ mb: 2 }}>
      {data.map(({ path, message }) => (
        <div key={`${path} ${message}`}>{labelled(model?.fields.find(({ name }) => name === path)?.label[lang] ?? path, message, lang)}</div>
      ))}
    </Alert>
  );
}
