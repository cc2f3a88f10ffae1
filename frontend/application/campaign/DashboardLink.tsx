/** The link from a campaign's form to its dashboard. */
import DashboardIcon from '@mui/icons-material/SpaceDashboardOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { FormPart } from '#admin/edit/ObjectForm.tsx';

export function DashboardLink({ object, before }: FormPart) {
  const translate = useTranslate();
  if (object !== 'campaign') return null;
  return (
    <div className="reset-link">
      <Button component={Link} to={`/ccdfdesk?campaign=${encodeURIComponent(String(before.id))}`} startIcon={<DashboardIcon />}>
        {translate('desk.open')}
      </Button>
    </div>
  );
}
