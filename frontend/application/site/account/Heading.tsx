import type { ReactNode } from 'react';

/** The title of a view, which gets the focus when the view opens. `isSaid`: the tabs above show it already, so it is only for screen readers. */
export function Heading({ children, lead, isSaid }: { children: ReactNode; lead?: ReactNode; isSaid?: boolean }) {
  return (
    <>
      <h2 className={isSaid ? 'unseen' : undefined} tabIndex={-1}>
        {children}
      </h2>
      {lead && !isSaid && <p className="account-lead">{lead}</p>}
    </>
  );
}
