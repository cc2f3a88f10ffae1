/** Videos of which nothing was made, for the panel that shows their jobs, and another try at one of them. */
import { queueVideo, unmadeVideos } from '#framework/data/system/files/videos.ts';
import type { UnmadeVideos } from '#framework/system/wire.ts';
import { stampOf } from '#framework/time.ts';
import type { Tools } from '#framework/tools.ts';
import type { Actor } from '#rules/accounts/actor.ts';
import { Refusal } from '#rules/words/problem.ts';

/** Most that are listed. */
const mostListed = 50;

export async function readUnmadeVideos({ db, videos }: Tools): Promise<UnmadeVideos> {
  const found = await unmadeVideos(db, mostListed);
  return {
    isOn: videos?.isOn ?? false,
    videos: found.map(({ state, at, ...one }) => ({ ...one, state: state === 'failed' ? 'failed' : 'cancelled', at: stampOf(at) })),
  };
}

/** Begins a failed or cancelled one again, by the next job. @throws Refusal msg.notfound where there is no such one */
export async function makeVideoAgain({ db, log, videos }: Tools, actor: Actor, id: string): Promise<void> {
  if (!(await queueVideo(db, id))) throw new Refusal('msg.notfound');
  log.info({ video: id, user: actor.id }, 'video is made again');
  videos?.wake();
}
