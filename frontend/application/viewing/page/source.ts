/** Loads a film into a video element: directly, or its stream, by hls.js where the browser cannot play that. hls.js is fetched only then. */
import type { ViewingVideo } from '#application/viewing/visit-wire.ts';
import { send } from '#client/http/send.ts';
import { Fetched } from '#ui/fetched.ts';

/** Why a film does not play; 'covered': something hides its viewer's mark. */
export type Fault = 'network' | 'unsupported' | 'gone' | 'failed' | 'covered';

const streamType = 'application/vnd.apple.mpegurl';
const streams = new Fetched(() => import('hls.js'));

/** After so many attempts a film that has a stream is played as it was uploaded. */
export const streamAttempts = 2;

/** Starts loading and returns a function that stops it. `fail` gets the errors that the element does not report. `attempt` counts from 0. */
export function attach(
  element: HTMLVideoElement,
  { kind, src: whole, type: own, stream }: ViewingVideo,
  fail: (fault: Fault) => void,
  attempt: number,
): () => void {
  const isStreamed = kind === 'file' && stream !== '' && attempt < streamAttempts;
  const [src, type] = isStreamed ? [stream, streamType] : [whole, own];
  const isList = kind === 'hls' || isStreamed;
  const byItself = (): (() => void) => {
    element.src = src;
    return () => {
      element.removeAttribute('src');
      element.load();
    };
  };
  const plays = !isList || element.canPlayType(type) !== '';
  // A browser that says 'maybe' may be unable to play this stream: the second attempt uses hls.js.
  if (!isList || (plays && attempt === 0)) return byItself();
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
export async function faultOf(element: HTMLVideoElement, { kind, src }: ViewingVideo, known?: Fault): Promise<Fault> {
  const code = element.error?.code;
  if (kind === 'file') {
    const answer = await send(src, { method: 'HEAD' }, (head) => head).catch(() => undefined);
    if (!answer) return 'network';
    if ([401, 403, 404, 410].includes(answer.status)) return 'gone';
    if (!answer.ok) return 'network';
  }
  if (known) return known;
  if (code === MediaError.MEDIA_ERR_NETWORK) return 'network';
  return code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED || code === MediaError.MEDIA_ERR_DECODE ? 'unsupported' : 'failed';
}
