import { Pending } from '../../../admin/Layout.tsx';
import type { TabProps } from '../Desk.tsx';

export default function Ranking(_: TabProps) {
  return <Pending />;
}
