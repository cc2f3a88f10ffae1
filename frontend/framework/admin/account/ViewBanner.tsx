import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { call } from '#client/http-client.ts';
import { useSession } from '#client/session.ts';

/** Says, on every screen, that an administrator views the system with another role's rights, and ends it. */
export function ViewBanner() {
  const translate = useTranslate();
  const { viewAs } = useSession();
  if (viewAs === undefined) return null;
  const end = async () => {
    await call('POST /api/auth/view-as/end', { body: {} });
    location.reload(); // everything that was loaded with the other rights goes
  };
  return (
    <div className="view-banner" role="status">
      <span>{translate('perm.banner', { role: translate(`perm.roles.${viewAs}`, { _: viewAs }) })}</span>
      <Button color="inherit" variant="outlined" size="small" onClick={() => void end()}>
        {translate('perm.endview')}
      </Button>
    </div>
  );
}
