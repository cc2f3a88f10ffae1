/** What was made of a video, as files that a caller may hand out once it has decided who may have them. */
import { text } from 'node:stream/consumers';
import { fileOfBase, type MadeVideo, madeOf } from '#framework/data/system/files/videos.ts';
import type { Tools } from '#framework/tools.ts';
import { typeByName } from '#rules/records/upload.ts';
import { Refusal } from '#rules/words/problem.ts';
import { directFile, type ReadableFile } from '../read-file.ts';
import { baseOf } from '../storage.ts';
import { listName, posterName, qualityName, sheetName, streamName } from './made-names.ts';

/** A poster, a sheet, or the bytes of one quality; undefined where the name is none of those. @throws Refusal msg.notfound where it was not made */
export async function madeFile(tools: Pick<Tools, 'db' | 'storage'>, name: string): Promise<ReadableFile | undefined> {
  if (!/^[a-z2-7]{26}-(?:poster|sheet|h\d+)\.(?:webp|mp4)$/.test(name)) return undefined;
  const { made, file } = await videoOf(tools, name);
  const sizes = new Map([
    [posterName(name), made.poster],
    [sheetName(name), made.sheet],
    ...made.stream.map((one) => [qualityName(name, one.height), one.media] as const),
  ]);
  const size = sizes.get(name);
  if (!size) throw new Refusal('msg.notfound');
  const type = typeByName(name) ?? '';
  const part = name.slice(26).replace(/\..*/, '');
  return {
    file: { ...file, fileName: `video${name.slice(26)}` },
    ...{ type, size, isPublic: false, etag: `"${file.sha256}${part}"`, direct: directFile(tools, name, type) },
    open: (range, signal) => tools.storage.open(name, range, signal),
  };
}

/**
 * A playlist of a video's stream, with the addresses that `addressOf` gives the names in it; undefined where the name is none.
 * @throws Refusal msg.notfound where none was made
 */
export async function madeList(tools: Pick<Tools, 'db' | 'storage'>, name: string, addressOf: (name: string) => string): Promise<string | undefined> {
  if (!/^[a-z2-7]{26}-(?:stream|h\d+)\.m3u8$/.test(name)) return undefined;
  const { made } = await videoOf(tools, name);
  if (name === streamName(name)) return wholeList(name, made, addressOf);
  const quality = made.stream.find(({ height }) => listName(name, height) === name);
  if (!quality) throw new Refusal('msg.notfound');
  const media = qualityName(name, quality.height);
  return (await text(await tools.storage.open(name))).replaceAll(media, addressOf(media));
}

/** The first is the one that players begin with: not the largest. */
function wholeList(name: string, { stream }: MadeVideo, addressOf: (name: string) => string): string {
  const [top, ...lower] = stream;
  if (!top) throw new Refusal('msg.notfound');
  const entries = [...lower.slice(0, 1), top, ...lower.slice(1)].map(
    ({ width, height, bandwidth }) => `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height}\n${addressOf(listName(name, height))}\n`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n${entries.join('')}`;
}

async function videoOf({ db }: Pick<Tools, 'db'>, name: string) {
  const base = baseOf(name) ?? name.slice(0, 26);
  const [file, made] = [await fileOfBase(db, base), (await madeOf(db, [base])).get(base)];
  if (!file || !made) throw new Refusal('msg.notfound');
  return { file, made };
}
