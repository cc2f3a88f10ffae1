import { MomentBox } from '#form/MomentBox.tsx';
import type { WidgetProps } from '#form/widget.ts';
import { staffZone, utcToZoned, zonedToUtc } from '#ui/moment.ts';

/** Stored in UTC, typed and read in the staff's zone, which stands beside it. */
export default function DatetimeWidget(props: WidgetProps) {
  return <MomentBox {...props} picker="datetime-local" suffix={staffZone.label} show={utcToZoned} read={zonedToUtc} />;
}
