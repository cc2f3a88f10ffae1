/** Which links play inside the page: YouTube and Vimeo in their own players, our files in the browser's. Pure. */
import { webAddress } from '#rules/web-address.ts';

/** The hosts of the embedded players, for the Content-Security-Policy. */
export const playerHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

export interface PlayerLink {
  /** 'frame' is an embedded player, 'file' a video of ours, 'link' opens in a new tab */
  kind: 'frame' | 'file' | 'link';
  src: string;
  /** 'YouTube', 'Vimeo'; for a link the name of the host */
  host: string;
}

/** What a trailer's link is; undefined for text that is no link. */
export function playerOf(link: string): PlayerLink | undefined {
  if (/^\/get\/files\/[\w.-]+$/.test(link)) return { kind: 'file', src: link, host: '' };
  const url = webAddress(link);
  if (!url) return undefined;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const host = url.hostname.replace(/^(www|m)\./, '');
  const youtube = youtubeId(host, url);
  if (youtube) return { kind: 'frame', src: `${playerHosts[0]}/embed/${youtube}?rel=0&autoplay=1`, host: 'YouTube' };
  const vimeo = vimeoId(host, url);
  // An unlisted film needs its hash in the address.
  if (vimeo) return { kind: 'frame', src: `${playerHosts[1]}/video/${vimeo[0]}?dnt=1&autoplay=1${vimeo[1] ? `&h=${vimeo[1]}` : ''}`, host: 'Vimeo' };
  return { kind: 'link', src: url.href, host };
}

function youtubeId(host: string, { pathname, searchParams }: URL): string | undefined {
  const id =
    host === 'youtu.be'
      ? pathname.slice(1)
      : host === 'youtube.com' || host === 'youtube-nocookie.com'
        ? pathname === '/watch'
          ? (searchParams.get('v') ?? '')
          : (/^\/(?:embed|shorts|live)\/([^/]+)/.exec(pathname)?.[1] ?? '')
        : '';
  return /^[\w-]{11}$/.test(id) ? id : undefined;
}

function vimeoId(host: string, { pathname, searchParams }: URL): [id: string, hash: string] | undefined {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined;
  const found = /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(pathname);
  const hash = found?.[2] ?? searchParams.get('h') ?? '';
  return found?.[1] ? [found[1], /^[0-9a-f]+$/.test(hash) ? hash : ''] : undefined;
}
