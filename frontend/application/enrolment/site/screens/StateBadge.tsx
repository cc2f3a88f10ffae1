import type { EnrolmentCard } from '#application/site/wire.ts';
import type { EnrolTexts } from '../texts.ts';

/** The state in a word. The colour adds no meaning. */
export function StateBadge({ status, t }: { status: EnrolmentCard['status']; t: EnrolTexts }) {
  return <span className={`enrol-state is-${status}`}>{t.state[status]}</span>;
}
