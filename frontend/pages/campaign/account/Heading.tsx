import type { ReactNode } from 'react';

/** A view's title, which takes the focus when the view comes. */
export function Heading({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <h2 tabIndex={-1}>{children}</h2>
      {lead && <p className="account-lead">{lead}</p>}
    </>
  );
}
