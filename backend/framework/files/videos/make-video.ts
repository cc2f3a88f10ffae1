/** What a player wants of a video beside the video itself: a poster, a sheet of small pictures for its bar, and a stream in several qualities (HLS, H.264 and AAC). */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import type { FileRow } from '#framework/data/system/files/files.ts';
import type { MadeVideo, Sprite, StreamQuality } from '#framework/data/system/files/videos.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import type { Tools } from '#framework/tools.ts';
import { ffmpeg, inputOf } from './ffmpeg.ts';
import { listName, posterName, qualitiesFor, qualityName, sheetName } from './made-names.ts';

type Telling = Pick<JobContext, 'signal' | 'tell'>;
type MakingTools = Pick<Tools, 'storage' | 'config'>;

/** s of a segment: a key frame begins each, in every quality at the same place. */
const segment = 4;
const mostPictures = 100;
/** s between two pictures. */
const keyFramesFrom = 12;
const pictureWidth = 160;
const columns = 10;
/** A poster's width at most, px. */
const posterWidth = 1_280;
/** kbit/s at most by lines: about what such a picture needs. */
const mostRate: Record<number, number> = { 1080: 5_000, 720: 2_800, 480: 1_400, 360: 800, 240: 400 };

/** Where a run works on its files; a killed one leaves them to the next. */
export function workFolder({ config }: Pick<Tools, 'config'>): string {
  return join(config.cacheDir, 'videos');
}

/** @throws Error what ffmpeg said, StoreAway, or the signal's reason */
export async function makeVideo(tools: MakingTools, program: string, file: FileRow, { signal, tell }: Telling): Promise<MadeVideo> {
  await mkdir(workFolder(tools), { recursive: true });
  const folder = await mkdtemp(join(workFolder(tools), 'one-'));
  const at = (name: string): string => join(folder, name);
  try {
    tell(0, 100, 'video');
    const source = at('source');
    await pipeline(await tools.storage.open(file.name, undefined, signal), createWriteStream(source), { signal });
    const input = inputOf(file, source);
    // Its length by its own frames: some containers do not say.
    const { said, seconds: duration } = await ffmpeg(program, [...input, '-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'], { signal });
    const hasSound = /Stream #0:\d+.*: Audio:/.test(said);
    await ffmpeg(program, ['-v', 'error', ...inputOf(file, source, Math.min(10, duration / 10)), '-frames:v', '1', at('poster.png')], { signal });
    const { width, height } = await sharp(at('poster.png')).metadata();
    await sharp(at('poster.png')).resize({ width: posterWidth, withoutEnlargement: true }).webp({ quality: 80 }).toFile(at('poster.webp'));
    const sprite = await makeSheet(program, file, source, at, { width, height, duration }, signal);
    const heights = qualitiesFor(height);
    const stream: StreamQuality[] = [];
    for (const [index, lines] of heights.entries()) {
      const far = (seconds: number) => tell(5 + (90 * (index + Math.min(1, seconds / (duration || 1)))) / heights.length, 100);
      const list = at(listName(file.name, lines));
      await ffmpeg(program, ['-v', 'error', ...input, ...qualityArgs(lines, hasSound, at(qualityName(file.name, lines))), list], { signal, tell: far });
      const [media, listed] = [(await stat(at(qualityName(file.name, lines)))).size, (await stat(list)).size];
      const wide = Math.round((width * lines) / height / 2) * 2;
      stream.push({ width: wide, height: lines, bandwidth: ((mostRate[lines] ?? 5_000) + 128) * 1_000, media, list: listed });
    }
    tell(95, 100);
    const poster = await keep(tools, posterName(file.name), at('poster.webp'));
    const sheet = sprite ? await keep(tools, sheetName(file.name), at('sheet.webp')) : 0;
    for (const { height: lines } of stream)
      for (const nameOf of [qualityName, listName]) await keep(tools, nameOf(file.name, lines), at(nameOf(file.name, lines)));
    return { duration, width, height, poster, sheet, sprite, stream };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** of a long video key frames only, which saves decoding it whole: it has one every few seconds. */
async function makeSheet(
  program: string,
  file: FileRow,
  source: string,
  at: (name: string) => string,
  { width, height, duration }: { width: number; height: number; duration: number },
  signal: AbortSignal,
): Promise<Sprite | undefined> {
  if (duration < 2) return undefined;
  const every = Math.max(1, Math.ceil(duration / mostPictures));
  const count = Math.ceil(duration / every);
  const rows = Math.ceil(count / columns);
  const tall = Math.max(2, Math.round((pictureWidth * height) / width / 2) * 2);
  const filter = `fps=1/${every}:start_time=0,scale=${pictureWidth}:${tall},tile=${columns}x${rows}`;
  await ffmpeg(
    program,
    ['-v', 'error', ...(every >= keyFramesFrom ? ['-skip_frame', 'nokey'] : []), ...inputOf(file, source), '-vf', filter, '-frames:v', '1', at('sheet.png')],
    { signal },
  );
  await sharp(at('sheet.png')).webp({ quality: 60 }).toFile(at('sheet.webp'));
  return { every, count, columns, width: pictureWidth, height: tall };
}

function qualityArgs(lines: number, hasSound: boolean, media: string): string[] {
  const rate = mostRate[lines] ?? 5_000;
  return [
    ...['-map', '0:v:0', ...(hasSound ? ['-map', '0:a:0', '-c:a', 'aac', '-ac', '2', '-b:a', lines > 360 ? '128k' : '96k'] : [])],
    ...['-vf', `scale=-2:${lines}`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-maxrate', `${rate}k`, '-bufsize', `${rate * 2}k`],
    // Each key frame says its own size: Firefox goes on with that of another quality otherwise, and shows blocks.
    ...['-pix_fmt', 'yuv420p', '-x264-params', 'repeat-headers=1', '-force_key_frames', `expr:gte(t,n_forced*${segment})`, '-map_metadata', '-1'],
    ...['-f', 'hls', '-hls_time', String(segment), '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4', '-hls_flags', 'single_file'],
    ...['-hls_segment_filename', media],
  ];
}

/** @returns its bytes */
async function keep({ storage }: Pick<Tools, 'storage'>, name: string, path: string): Promise<number> {
  const { size } = await stat(path);
  // of a run that was killed
  await storage.remove(name);
  await storage.put(name, path);
  return size;
}
