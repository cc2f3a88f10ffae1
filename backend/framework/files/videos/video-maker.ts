/** One video after another, by a job that shows how far it is and can be cancelled: the next one goes on. */
import { rm } from 'node:fs/promises';
import { countVideosLeft, nextVideo, noteVideo } from '#framework/data/system/files/videos.ts';
import type { JobContext } from '#framework/jobs/jobs.ts';
import { WokenJob } from '#framework/jobs/woken-job.ts';
import type { Tools } from '#framework/tools.ts';
import { StoreAway } from '../storage.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { makeVideo, workFolder } from './make-video.ts';

export class VideoMaker extends WokenJob {
  /** whether this machine has what it takes */
  readonly isOn: boolean;

  constructor(tools: Tools) {
    const program = findFfmpeg(tools.config.ffmpeg);
    const isLeft = async () => program !== undefined && (await nextVideo(tools.db)) !== undefined;
    super(tools, { kind: 'video', isLeft, work: (context) => makeLeft(tools, program ?? '', context) });
    this.isOn = program !== undefined;
  }
}

async function makeLeft(tools: Tools, program: string, { signal, tell }: JobContext): Promise<{ made: number; failed: string[] }> {
  const { db, log, now } = tools;
  const counts = { made: 0, failed: [] as string[] };
  await rm(workFolder(tools), { recursive: true, force: true });
  for (let file = await nextVideo(db); file; file = await nextVideo(db)) {
    const id = file.name.slice(0, 26);
    const left = await countVideosLeft(db);
    try {
      const many = (progress: number, total?: number, message?: string) => tell(counts.made * 100 + progress, total && (counts.made + left) * 100, message);
      await noteVideo(db, id, 'done', await makeVideo(tools, program, file, { signal, tell: many }), now().getTime());
      counts.made += 1;
    } catch (error) {
      // What a stopping server or a store that is away left is begun again.
      if (error instanceof StoreAway || signal.reason === 'stopping') throw error;
      await noteVideo(db, id, signal.aborted ? 'cancelled' : 'failed', undefined, now().getTime());
      if (signal.aborted) throw error;
      counts.failed.push(file.fileName);
      log.warn({ err: error, file: file.name }, 'nothing could be made of a video');
    }
  }
  return counts;
}
