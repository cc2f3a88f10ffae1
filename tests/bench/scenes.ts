/** What a server is asked about: the rows of its database, and how they are named. */
import type { RowDataPacket } from 'mysql2/promise';
import { listFields, shownColumns } from '#admin/list/columns.ts';
import type { ObjectEntry, Row } from '#codegen/model.ts';
import { ask } from './load.ts';
import type { Name, Scene } from './measures.ts';
import { adminOf, type Place } from './places.ts';
import type { Served } from './processes.ts';
import { companies, films, storedRows } from './rows.ts';

/** @param server the database server, asked beside what is measured */
export function sceneOf(served: Pick<Served, 'port'> & { headers?: string }, name: Name, place: Place, server: string, film: ObjectEntry): Scene {
  const scene: Scene = {
    port: served.port,
    rows: place.rows,
    headers: served.headers ?? '',
    columns: listedColumns(film),
    versions: (count) => versions(server, place, count),
    fresh: freshFilms(film, name, place),
    ask: (path) => ask(served.port, { path, headers: scene.headers }),
  };
  return scene;
}

/** What the back office asks for when the list of films is opened, and what the product adds to it. */
function listedColumns({ model }: ObjectEntry): string[] {
  const asked = new Set([...listFields(model, shownColumns(model, undefined), ['[]']), model.entity.key, 'ver', model.list.sort.field]);
  return model.fields.map(({ name }) => name).filter((name) => asked.has(name));
}

/** New films for one server, with ids that no earlier run has used. */
function freshFilms(film: ObjectEntry, name: Name, { rows }: Place): () => Row {
  const companyCount = companies(film, Math.max(100, Math.floor(rows / 10))).count;
  const source = storedRows(films(film, Number.MAX_SAFE_INTEGER, companyCount), 5_000_000);
  const run = Date.now().toString(36);
  const given = new Set(film.model.fields.filter((field) => field.column && !field.readOnly).map((field) => field.name));
  let number = 0;
  return () => {
    const whole = source.next().value as Row; // the source does not end
    number += 1;
    return { ...Object.fromEntries(Object.entries(whole).filter(([key]) => given.has(key))), id: `${name}-${run}-${number}`, fid: `N-${run}-${number}` };
  };
}

async function versions(server: string, { url, rows }: Place, count: number): Promise<[string, number][]> {
  const admin = await adminOf(server);
  const from = Math.floor(Math.random() * Math.max(1, rows - count * 3));
  const [found] = await admin.query<(RowDataPacket & { id: string; ver: number })[]>(
    `SELECT id, ver FROM \`${new URL(url).pathname.slice(1)}\`.film WHERE id >= ? ORDER BY id LIMIT ?`,
    [`film-${String(from).padStart(7, '0')}`, count],
  );
  await admin.end();
  return found.map(({ id, ver }) => [id, ver]);
}

export async function versionOf(server: string): Promise<string> {
  const admin = await adminOf(server);
  const [rows] = await admin.query<(RowDataPacket & { version: string })[]>('SELECT VERSION() AS version');
  await admin.end();
  return rows[0]?.version ?? '';
}
