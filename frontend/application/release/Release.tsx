/** The released timetables of a campaign: what a new release would change for whom, the button, the versions, and schedules to print. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { ForumCampaign } from '#screens/forum/ForumCampaign.tsx';
import { ReleaseScreen } from './ReleaseScreen.tsx';
import '#admin/home/home.css';
import '#fields/cells.css';
import './release.css';

export default function Release() {
  const translate = useTranslate();
  return (
    <ForumCampaign title={translate('release.title')} page="system release">
      {({ campaign, chooser, mayChange }) => (
        <div className="system release">
          <header className="forum-head">
            {chooser}
            <Button component={Link} to={`/oooman?campaign=${encodeURIComponent(campaign)}`}>
              {translate('release.board')}
            </Button>
          </header>
          <ReleaseScreen key={campaign} campaign={campaign} mayRelease={mayChange} />
        </div>
      )}
    </ForumCampaign>
  );
}
