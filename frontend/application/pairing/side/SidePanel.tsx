/** Beside the board: the selected meeting, unmet wishes, the effect of one more slot, and the plans. */

import TabButton from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { memo, type ReactNode, useDeferredValue, useId } from 'react';
import { useTranslate } from 'react-admin';
import type { BoardPairing } from '#application/pairing/rules/board-facts.ts';
import type { BoardIndex, Filters } from '../lines.ts';
import { Plans } from '../runs/Plans.tsx';
import type { BoardActions } from '../use-board.ts';
import type { RunWays } from '../use-run.ts';
import { Impossible } from './Impossible.tsx';
import { MeetingCard } from './MeetingCard.tsx';
import type { MeetingWays } from './meeting-ways.ts';
import { OffGrid } from './OffGrid.tsx';
import { OneMoreList } from './OneMoreList.tsx';
import { Unmet } from './Unmet.tsx';

export type Tab = 'unmet' | 'more' | 'plans';

export interface SideProps {
  index: BoardIndex;
  filters: Filters;
  actions: BoardActions;
  mayChange: boolean;
  isPhone: boolean;
  meeting: BoardPairing | undefined;
  ways: MeetingWays;
  run: RunWays;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

export function SidePanel(props: SideProps) {
  const translate = useTranslate();
  const { index, actions, mayChange, isPhone, ways, meeting, ...rest } = props;
  // Deferred, so that moving the cursor over meetings does not wait for the card.
  const shown = useDeferredValue(meeting);
  return (
    <aside className="pairing-side" aria-label={translate('pairing.side')}>
      {shown && !isPhone && <MeetingCard index={index} meeting={shown} actions={actions} mayChange={mayChange} ways={ways} />}
      <Panels {...rest} index={index} actions={actions} mayChange={mayChange} isPhone={isPhone} ways={ways} />
    </aside>
  );
}

const Panels = memo(function Panels({ index, filters, actions, mayChange, isPhone, ways, run, tab, onTab }: Omit<SideProps, 'meeting'>) {
  const translate = useTranslate();
  const id = useId();
  const { facts } = index;
  const panels: Record<Tab, () => ReactNode> = {
    unmet: () => (
      <>
        <Unmet index={index} filters={filters} actions={actions} mayChange={mayChange} isPhone={isPhone} place={ways.place} onPlaced={ways.placed} />
        <Impossible index={index} filters={filters} />
      </>
    ),
    more: () => <OneMoreList index={index} />,
    plans: () => <Plans index={index} run={run} actions={actions} mayChange={mayChange} />,
  };
  return (
    <>
      <OffGrid index={index} choose={ways.choose} place={mayChange && !isPhone ? ways.place : undefined} />
      <Tabs value={tab} onChange={(_event, next: Tab) => onTab(next)} variant="fullWidth" aria-label={translate('pairing.side')}>
        {(Object.keys(panels) as Tab[]) /* the keys of the table above */
          .map((name) => (
            <TabButton
              key={name}
              value={name}
              id={`${id}-${name}`}
              aria-controls={`${id}-panel`}
              label={translate(`pairing.tabs.${name}`, { count: name === 'unmet' ? facts.unmet.length : facts.runs.length })}
            />
          ))}
      </Tabs>
      <div className="pairing-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
        {panels[tab]()}
      </div>
    </>
  );
});
