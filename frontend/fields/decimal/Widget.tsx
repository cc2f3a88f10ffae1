import { scaleOf } from '../../form/decimal.ts';
import type { WidgetProps } from '../../form/widget.ts';
import NumberWidget from '../number/Widget.tsx';

/** Exact, with the column's decimals. */
export default function DecimalWidget(props: WidgetProps) {
  return <NumberWidget {...props} scale={scaleOf(props.field)} />;
}
