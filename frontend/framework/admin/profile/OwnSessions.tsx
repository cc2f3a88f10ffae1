import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLogout, useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useNotices } from '#client/notices/Notices.tsx';
import { showInstant } from '#fields/show.ts';
import { Device } from '../system/Device.tsx';
import { Section, Table } from '../system/Section.tsx';

/** Where one is signed in; each can be ended from here. */
export function OwnSessions() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { positive, failure } = useNotices();
  const logout = useLogout();
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
  const endAll = async () => {
    try {
      await call('POST /api/auth/sessions/end', { body: { here: true } });
      await logout({}, '/login', false);
    } catch (error) {
      failure(error);
    }
  };
  return (
    <Section title={translate('profile.sessions')}>
      <Table
        heads={['agent', 'address', 'since', 'seen', '']}
        rows={data.map((one) => [
          <Device key="agent" of={one} />,
          one.address,
          showInstant(one.createdAt),
          showInstant(one.usedAt),
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
      <div className="session-buttons">
        {data.length > 1 && (
          <Button variant="outlined" onClick={() => void end(undefined)}>
            {translate('profile.endothers')}
          </Button>
        )}
        <Button onClick={() => void endAll()}>{translate('profile.endall')}</Button>
      </div>
    </Section>
  );
}
