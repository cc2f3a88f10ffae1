/** The player's icons as SVG, so that nothing has to be fetched. */
const paths = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z',
  again: 'M12 5V1.5L6.8 6.3 12 11V7.6a4.9 4.9 0 1 1-4.9 4.9H4.5A7.5 7.5 0 1 0 12 5z',
  back: 'M11 6v12l-8.5-6zM20.5 6v12L12 12z',
  forward: 'M13 6v12l8.5-6zM3.5 6v12L12 12z',
  sound: 'M3 9.5v5h3.6L12 19V5L6.6 9.5zM14 8.3a4.8 4.8 0 0 1 0 7.4v-2.2a2.8 2.8 0 0 0 0-3zM14 4.6a8 8 0 0 1 0 14.8v-2.1a6.1 6.1 0 0 0 0-10.6z',
  muted: 'M3 9.5v5h3.6L12 19V5L6.6 9.5zM21 9.4 19.6 8l-2.3 2.3L15 8l-1.4 1.4 2.3 2.6-2.3 2.3 1.4 1.4 2.3-2.3 2.3 2.3 1.4-1.4-2.3-2.3z',
  full: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  window: 'M8 4h2v6H4V8h4zM14 4h2v4h4v2h-6zM4 14h6v6H8v-4H4zM14 14h6v2h-4v4h-2z',
  pip: 'M3 5h18v14H3zm2 2v10h14V7zm6.5 4.5H18V16h-6.5z',
} as const;

export type IconName = keyof typeof paths;

const space = 'http://www.w3.org/2000/svg';

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: '24',
    height: '24',
    fill: 'currentColor',
    'fill-rule': 'evenodd',
    'aria-hidden': 'true',
    focusable: 'false',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}
