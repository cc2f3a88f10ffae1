/** R22: the one-on-one timetable of a campaign, chosen by its address. */
import { useTranslate } from 'react-admin';
import { ForumCampaign } from '#screens/forum/ForumCampaign.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import '#admin/home/home.css';
import '#fields/cells.css';
import './pairing.css';
import './grid.css';
import './carry.css';
import './side.css';
import './runs.css';
import './phone.css';

export default function Pairing() {
  const translate = useTranslate();
  return (
    <ForumCampaign title={translate('pairing.title')} page="pairing">
      {({ campaign, chooser }) => <BoardScreen key={campaign} campaign={campaign} chooser={chooser} />}
    </ForumCampaign>
  );
}
