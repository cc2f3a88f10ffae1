import type { WidgetProps } from '../contract/widget.ts';
import NumberWidget from '../number/Widget.tsx';

/** Exact, with the decimals of its currency or column. */
export default function DecimalWidget(props: WidgetProps) {
  return <NumberWidget {...props} scale={props.digits} />;
}
