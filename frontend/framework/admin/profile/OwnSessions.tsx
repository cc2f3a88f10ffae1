import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import { Section, Table } from '../system/Section.tsx';

/** Where one is signed in; each can be ended from here. */
export function OwnSessions() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const { data = [] } = useQuery({ queryKey: ['own-sessions'], queryFn: () => call('GET /api/auth/sessions', {}) });
  const end = async (id: string | undefined) => {
    try {
      await call('POST /api/auth/sessions/end', { body: id === undefined ? {} : { id } });
      positive(translate(id === undefined ? 'profile.othersended' : 'ops.ended'));
      await client.invalidateQueries({ queryKey: ['own-sessions'] });
    } catch (error) {
      failure(error);
    }
  };
  return (
    <Section title={translate('profile.sessions')}>
      <Table
        heads={['address', 'since', 'seen', 'agent', '']}
        rows={data.map((one) => [
          one.address,
          showInstant(one.createdAt),
          showInstant(one.usedAt),
          one.agent,
          one.own ? (
            <span key="end" className="badge" data-color="green">
              {translate('ops.this')}
            </span>
          ) : (
            <Button key="end" size="small" onClick={() => void end(one.id)}>
              {translate('ops.end')}
            </Button>
          ),
        ])}
      />
      {data.length > 1 && (
        <Button variant="outlined" sx={{ mt: 1 }} onClick={() => void end(undefined)}>
          {translate('profile.endothers')}
        </Button>
      )}
    </Section>
  );
}
