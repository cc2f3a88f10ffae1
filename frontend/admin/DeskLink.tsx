/** On a campaign's screen: the way to its desk, where it is checked, ranked and decided. */
import DeskIcon from '@mui/icons-material/SpaceDashboardOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';

export function DeskLink({ id }: { id: string }) {
  const translate = useTranslate();
  return (
    <div className="reset-link">
      <Button component={Link} to={`/ccdfdesk?campaign=${encodeURIComponent(id)}`} startIcon={<DeskIcon />}>
        {translate('desk.open')}
      </Button>
    </div>
  );
}
