/** A look at a referenced row without leaving: by the pointer, by the keyboard's focus, by a long press. What it shows is fetched when it is looked at. */
import Tooltip from '@mui/material/Tooltip';
import type { ComponentType, ReactElement } from 'react';
import { type ClientEntry, useEntry } from '#client/objects.tsx';
import { Slot } from '#rules/slot.ts';
import { Soon } from '#ui/soon.tsx';

/** What the look shows: it has cells of every kind, this one's too, and so comes from the layer above. */
export const peekCard = new Slot<ComponentType<{ entry: ClientEntry; id: string }> | undefined>(undefined);

/** ms of a pointer at rest: passing over a list opens nothing. */
const pause = 600;

export function Peek({ to, id, children }: { to: string | undefined; id: string; children: ReactElement }) {
  const entry = useEntry(to);
  const PeekCard = peekCard.value;
  if (!entry || !id || !PeekCard) return children;
  return (
    <Tooltip
      describeChild
      enterDelay={pause}
      enterNextDelay={pause}
      enterTouchDelay={pause}
      leaveTouchDelay={8_000}
      placement="bottom-start"
      slotProps={{ tooltip: { className: 'peek' } }}
      title={
        <Soon fallback="…">
          <PeekCard entry={entry} id={id} />
        </Soon>
      }
    >
      {children}
    </Tooltip>
  );
}
