import { describe, expect, it } from 'vitest';
import { playerHosts, playerOf } from '#application/viewing/rules/player.ts';

describe('players', () => {
  it.each([
    ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&autoplay=1'],
    ['https://youtu.be/aqz-KE-bpKQ?si=x', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&autoplay=1'],
    ['https://m.youtube.com/shorts/aqz-KE-bpKQ', 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?rel=0&autoplay=1'],
    ['https://vimeo.com/1084537', 'https://player.vimeo.com/video/1084537?dnt=1&autoplay=1'],
    ['https://vimeo.com/1084537/abcdef0123', 'https://player.vimeo.com/video/1084537?dnt=1&autoplay=1&h=abcdef0123'],
    ['https://vimeo.com/channels/staffpicks/1084537', 'https://player.vimeo.com/video/1084537?dnt=1&autoplay=1'],
  ])('E04 %s plays inside the page, from one of the hosts that the policy allows', (link, src) => {
    expect(playerOf(link)).toMatchObject({ kind: 'frame', src });
    expect(playerHosts.some((host) => src.startsWith(`${host}/`))).toBe(true);
  });

  it('E04 other links open in a new tab, our own files play in the browser’s player, and text that is no link is refused', () => {
    expect(playerOf('https://drive.example.com/x')).toEqual({ kind: 'link', src: 'https://drive.example.com/x', host: 'drive.example.com' });
    expect(playerOf('https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ')).toMatchObject({ kind: 'link' });
    expect(playerOf('https://www.youtube.com/watch?v="onload=')).toMatchObject({ kind: 'link' });
    expect(playerOf('/get/files/abc.mp4')).toMatchObject({ kind: 'file' });
    expect([playerOf('javascript:alert(1)'), playerOf(''), playerOf('nothing')]).toEqual([undefined, undefined, undefined]);
  });
});
