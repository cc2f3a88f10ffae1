/** React in the panel, the only interactive part of a page. */
import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { type SitePart, siteWords } from '#application/site/rules/site-words.ts';
import { Soon } from '#ui/soon.tsx';
import { fetchAhead } from './parts.ts';
import { showFacesIn } from './shell/faces.ts';
import { Broken } from './ui/Broken.tsx';
import { Boundary, keepPlaceholder, Placeholder, part } from './ui/index.ts';
import { loadWords } from './words.ts';

const modules: Record<SitePart, () => Promise<{ default: ComponentType }>> = {
  'enrol-gate': () => import('#screens/enrolment/site/EnrolGate.tsx'),
  'enrol-desk': () => import('#screens/enrolment/site/EnrolPage.tsx'),
  'selection-gate': () => import('#screens/jury/site/SelectionGate.tsx'),
  'selection-desk': () => import('#screens/jury/site/SelectionPage.tsx'),
  my: () => import('#screens/personal/PersonalPage.tsx'),
};

export function mountPanel(panel: HTMLElement): void {
  const name = panel.dataset.part as SitePart; // any other text finds nothing
  const load = modules[name];
  if (!load) return;
  const Part = part<object>(() => loadWords(siteWords[name]).then(load), 'page');
  keepPlaceholder(panel);
  createRoot(panel).render(
    <StrictMode>
      <Boundary fallback={() => <Broken />}>
        <Soon fallback={<Placeholder />}>
          <Ready panel={panel}>
            <Part />
          </Ready>
        </Soon>
      </Boundary>
    </StrictMode>,
  );
}

/** Called when the part is drawn: the panel is no longer a placeholder, what it says has its faces, and the parts that it may need later are fetched. */
function Ready({ panel, children }: { panel: HTMLElement; children: ReactNode }) {
  useEffect(() => {
    panel.removeAttribute('aria-busy');
    showFacesIn(panel);
    fetchAhead();
  }, [panel]);
  return children;
}
