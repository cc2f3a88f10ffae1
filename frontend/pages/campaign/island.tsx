/** React in the one place of the page that is worked in. */
import { lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Spinner } from './ui/index.ts';

/** By the panel's data-part, which the server writes. */
const parts = {
  'enrol-gate': lazy(() => import('./enrol/EnrolGate.tsx')),
  'enrol-desk': lazy(() => import('./enrol/EnrolDesk.tsx')),
  'selection-gate': lazy(() => import('./selection/SelectionGate.tsx')),
  'selection-desk': lazy(() => import('./selection/SelectionDesk.tsx')),
  my: lazy(() => import('./my/MyDesk.tsx')),
};

export function mountPanel(): void {
  const panel = document.getElementById('panel');
  const Part = parts[panel?.dataset.part as keyof typeof parts]; // any other text finds nothing
  if (!panel || !Part) return;
  createRoot(panel).render(
    <StrictMode>
      <Suspense fallback={<Spinner />}>
        <Ready panel={panel}>
          <Part />
        </Ready>
      </Suspense>
    </StrictMode>,
  );
}

/** The part is there: the panel is no placeholder any more. */
function Ready({ panel, children }: { panel: HTMLElement; children: ReactNode }) {
  useEffect(() => panel.removeAttribute('aria-busy'), [panel]);
  return children;
}
