import type { ReactNode } from 'react';

/** A view's title, which takes the focus when the view comes. `isSaid`: the tabs above show it already, so it is there to be read out only. */
export function Heading({ children, lead, isSaid }: { children: ReactNode; lead?: ReactNode; isSaid?: boolean }) {
  return (
    <>
      <h2 className={isSaid ? 'account-hidden' : undefined} tabIndex={-1}>
        {children}
      </h2>
      {lead && !isSaid && <p className="account-lead">{lead}</p>}
    </>
  );
}
