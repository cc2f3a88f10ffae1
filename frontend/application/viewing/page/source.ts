/** Loads a film into a video element: directly, or by hls.js where the browser cannot play the stream. hls.js is fetched only then. */
import type { ViewingVideo } from '#application/viewing/visit-wire.ts';
import { send } from '#client/http/send.ts';
import { Fetched } from '#ui/fetched.ts';

/** Why a film does not play; 'covered': something hides its viewer's mark. */
export type Fault = 'network' | 'unsupported' | 'gone' | 'failed' | 'covered';

const streams = new Fetched(() => import('hls.js'));

/** Starts loading and returns a function that stops it. `fail` gets the errors that the element does not report. `attempt` counts from 0. */
export function attach(element: HTMLVideoElement, { kind, src, type }: ViewingVideo, fail: (fault: Fault) => void, attempt: number): () => void {
  const byItself = (): (() => void) => {
    element.src = src;
    return () => {
      element.removeAttribute('src');
      element.load();
    };
  };
  const plays = kind !== 'hls' || element.canPlayType(type) !== '';
  // A browser that says 'maybe' may be unable to play this stream: the second attempt uses hls.js.
  if (kind !== 'hls' || (plays && attempt === 0)) return byItself();
  let isGone = false;
  let end = (): void => undefined;
  void streams.fetch().then(() => {
    if (isGone) return;
    const Hls = streams.get()?.default;
    if (!Hls) {
      fail('network');
      return;
    }
    if (!Hls.isSupported()) {
      if (plays) end = byItself();
      else fail('unsupported');
      return;
    }
    const hls = new Hls({ enableWorker: true });
    hls.on(Hls.Events.ERROR, (_event, { fatal, type: what }) => {
      if (!fatal) return;
      if (what === Hls.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError();
      else fail('network');
    });
    hls.loadSource(src);
    hls.attachMedia(element);
    end = () => hls.destroy();
  });
  return () => {
    isGone = true;
    end();
  };
}

/** An element's error in words. Where one of our files does not load, the server is asked why. */
export async function faultOf(element: HTMLVideoElement, { kind, src }: ViewingVideo): Promise<Fault> {
  const code = element.error?.code;
  if (kind === 'file') {
    const answer = await send(src, { method: 'HEAD' }, (head) => head).catch(() => undefined);
    if (!answer) return 'network';
    if ([401, 403, 404, 410].includes(answer.status)) return 'gone';
    if (!answer.ok) return 'network';
  }
  if (code === MediaError.MEDIA_ERR_NETWORK) return 'network';
  return code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED || code === MediaError.MEDIA_ERR_DECODE ? 'unsupported' : 'failed';
}
