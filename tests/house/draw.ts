/** `npm run draw`: docs/architecture.svg from the imports of the code. A box is a folder, as wide as it has lines; an arrow between wings is as strong as its imports are many. */
import { writeFileSync } from 'node:fs';
import { type Folder, type House, readHouse, wings } from './folders.ts';

const width = 1000;
const left = 20;
const colours: Record<string, string> = {
  'frontend/application': '#f3e3c4',
  'backend/application': '#f3e3c4',
  'frontend/framework': '#d5e3ea',
  'backend/framework': '#d5e3ea',
  codegen: '#dfe8d4',
};
const does: Record<string, string> = {
  'frontend/application': 'the film company’s screens and public pages',
  'frontend/framework': 'the administration in the browser: ui → client → fields → form → admin',
  'backend/application': 'the film company’s rules, actions, calls and pages',
  'backend/framework': 'any folder of schemas becomes tables, calls, history, import, export',
  codegen: 'schema files → models, validators, types',
};

function draw({ folders, imports }: House): string {
  const parts: string[] = [];
  const places = new Map<string, { top: number; bottom: number }>();
  let y = 10;
  for (const wing of wings) {
    const inside = folders.filter((folder) => folder.wing === wing).sort(byLayerOrSize);
    const { boxes, height } = layOut(inside, y + 34);
    parts.push(`<rect x="${left}" y="${y}" width="${width - 200}" height="${height + 44}" rx="6" fill="${colours[wing]}"/>`);
    parts.push(`<text x="${left + 12}" y="${y + 22}" class="wing">${wing}</text>`);
    parts.push(`<text x="${width - 192}" y="${y + 22}" text-anchor="end" class="does">${does[wing]}</text>`, ...boxes);
    places.set(wing, { top: y, bottom: y + height + 44 });
    y += height + 44 + 26;
  }
  let lane = 0;
  for (const from of wings)
    for (const to of wings) {
      const count = imports.filter((one) => wingOf(one.from) === from && wingOf(one.to) === to).reduce((sum, one) => sum + one.count, 0);
      const start = places.get(from);
      const end = places.get(to);
      if (from === to || !count || !start || !end) continue;
      const x = width - 172 + (lane++ % 7) * 23;
      const edge = width - 180;
      const [y1, y2] = [(start.top + start.bottom) / 2 + lane * 3 - 12, (end.top + end.bottom) / 2 + lane * 3 - 12];
      parts.push(
        `<path d="M${edge} ${y1} H${x} V${y2} H${edge + 6}" fill="none" stroke="#51606b" stroke-width="${(0.5 + Math.log10(count) / 2).toFixed(1)}" marker-end="url(#tip)"><title>${from} → ${to}: ${count} imports</title></path>`,
        `<text x="${x + 3}" y="${y1 + 14 + (lane % 3) * 12}" class="count">${count}</text>`,
      );
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" font-family="Noto Sans, Helvetica, Arial, sans-serif">
<title>The folders of Reelbase and the imports between its wings</title>
<style>.wing{font-size:15px;font-weight:600}.does,.count{font-size:11px;fill:#4a4a4a}.count{paint-order:stroke;stroke:#fff;stroke-width:4px}.room{font-size:12px}.lines{font-size:10px;fill:#5d5d5d}</style>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z" fill="#51606b"/></marker></defs>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

const layers = ['ui', 'client', 'fields', 'form', 'admin'];
const loose: Record<string, string> = { codegen: 'load → lint → describe → emit' };
const nameOf = (folder: Folder) => (folder.name === folder.wing ? (loose[folder.wing] ?? 'entry and manifest') : folder.name.slice(folder.wing.length + 1));

function byLayerOrSize(a: Folder, b: Folder): number {
  if (a.wing === 'frontend/framework') return layers.indexOf(nameOf(a)) - layers.indexOf(nameOf(b));
  return b.lines - a.lines;
}

function layOut(folders: Folder[], top: number): { boxes: string[]; height: number } {
  const boxes: string[] = [];
  let x = left + 12;
  let y = top;
  for (const folder of folders) {
    const wide = Math.round(Math.max(66, nameOf(folder).length * 6.6 + 20, Math.sqrt(folder.lines) * 2));
    if (x + wide > width - 192) {
      x = left + 12;
      y += 46;
    }
    boxes.push(
      `<rect data-room="${folder.name}" x="${x}" y="${y}" width="${wide}" height="38" rx="4" fill="#fff" stroke="#b9b3a4"/><text x="${x + 8}" y="${y + 16}" class="room">${nameOf(folder)}</text><text x="${x + 8}" y="${y + 30}" class="lines">${(folder.lines / 1000).toFixed(1)} k lines</text>`,
    );
    x += wide + 8;
  }
  return { boxes, height: y + 38 - top };
}

function wingOf(folder: string): string {
  return wings.find((wing) => folder === wing || folder.startsWith(`${wing}/`)) ?? '';
}

writeFileSync('docs/architecture.svg', draw(readHouse()));
