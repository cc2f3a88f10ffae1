import type { WidgetProps } from '../contract/widget.ts';
import NumberWidget from '../number/Widget.tsx';

/** Grouped only where the number may be long: a year of four digits reads better without a comma. */
export default function IntegerWidget(props: WidgetProps) {
  const { minimum, maximum, display } = props.field;
  const isYear = minimum !== undefined && maximum !== undefined && minimum >= 1000 && maximum <= 9999;
  return <NumberWidget {...props} scale={0} grouped={display === 'money' || !isYear} />;
}
