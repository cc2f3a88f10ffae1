/** The forum day of a campaign, open all day on a tablet: /ooday?campaign=&day=. `view=hall` is the screen in the hall, `at=` a rehearsal. */
import { useTranslate } from 'react-admin';
import { ForumCampaign } from '#screens/forum/ForumCampaign.tsx';
import { DayScreen } from './DayScreen.tsx';
import './forum-day.css';
import './meetings.css';
import './people.css';
import './dialogs.css';
import './hall.css';

export default function ForumDay() {
  const translate = useTranslate();
  return (
    <ForumCampaign title={translate('forumday.title')} page="fd">
      {({ campaign, chooser }) => <DayScreen key={campaign} campaign={campaign} chooser={chooser} />}
    </ForumCampaign>
  );
}
