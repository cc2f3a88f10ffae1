/** The rows of a list otherwise than in a table; each layout is fetched when it is first chosen. */
import { part } from '#ui/part.tsx';
import type { LayoutProps } from './layout-props.ts';
import './layouts.css';

const layouts = {
  board: part(() => import('./Board.tsx'), 'view'),
  calendar: part(() => import('./Calendar.tsx'), 'view'),
  gallery: part(() => import('./Gallery.tsx'), 'view'),
};

export default function Layouts(props: LayoutProps) {
  const Layout = layouts[props.layout.kind];
  // Another object's rows, or another field's, begin anew.
  return <Layout key={`${props.entry.name} ${props.layout.field}`} {...props} />;
}
