import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { Button, Notice } from '../../ui/index.ts';
import { enrolTexts } from '../texts.ts';

/** A part of the page that is fetched when it is needed; tried twice, and if the line is away it says so and what to do. */
export function part<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): LazyExoticComponent<ComponentType<P>> {
  const again = () => new Promise((resume) => setTimeout(resume, pause)).then(load);
  return lazy(() =>
    load()
      .catch(again)
      .catch(() => ({ default: Unreachable })),
  );
}

/** Before the second try, ms. */
const pause = 1_500;

function Unreachable() {
  const t = enrolTexts();
  return (
    <Notice tone="warn" title={t.form.failed} actions={<Button onClick={() => location.reload()}>{t.form.again}</Button>}>
      {t.form.failedLead}
    </Notice>
  );
}
