/** R22: the pairing board of a campaign; the address names the campaign. */
import { useTranslate } from 'react-admin';
import { ForumCampaign } from '#screens/forum/ForumCampaign.tsx';
import { BoardScreen } from './BoardScreen.tsx';
import '#admin/home/home.css';
import '#fields/cells.css';
import './pairing.css';
import './grid.css';
import './carry/carry.css';
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
