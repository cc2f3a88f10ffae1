/** The place where a work is watched: one of its videos at a time. Nothing is loaded from another site before the visitor asks for it. */
import { useEffect, useState } from 'react';
import { clockText } from '#application/viewing/rules/sources.ts';
import { resumeAt } from '#application/viewing/rules/spans.ts';
import type { ViewingVideo, ViewingWork } from '#application/viewing/visit-wire.ts';
import { fill } from '#rules/words/fill.ts';
import { placeOf, sendBeat } from './calls.ts';
import type { PageFacts } from './facts.ts';
import { Icon } from './Icon.tsx';
import { Player } from './Player.tsx';

export function Stage({ facts, work, still }: { facts: PageFacts; work: ViewingWork; still: string }) {
  const [chosen, choose] = useState(0);
  const [begin, setBegin] = useState<number | undefined>();
  const [resume, setResume] = useState<number | undefined>();
  const video = work.videos[chosen];
  const name = video?.video ?? '';
  useEffect(() => {
    setBegin(undefined);
    setResume(undefined);
    let isGone = false;
    void placeOf(facts, work.work, name).then((known) => {
      if (known && !isGone) setResume(resumeAt(known.place, known.duration));
    });
    return () => {
      isGone = true;
    };
  }, [facts, work.work, name]);
  if (!video) return null;
  const start = (at: number): void => {
    if (video.kind === 'frame') sendBeat(facts, { work: work.work, video: video.video, spans: [], at: 0, duration: 0 });
    setBegin(at);
  };
  return (
    <>
      <div className="stage-box">
        {begin === undefined ? (
          <Front {...{ facts, video, still, resume }} onStart={start} />
        ) : video.kind === 'frame' ? (
          <iframe
            className="stage-frame"
            title={`${work.title} ${video.title}`}
            src={video.src}
            allow="autoplay; fullscreen; picture-in-picture; encrypted-media"
            allowFullScreen
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <Player key={video.video} {...{ facts, video, still, begin }} work={work.work} />
        )}
      </div>
      {work.videos.length > 1 && (
        <fieldset className="stage-videos">
          <legend className="unseen">{facts.texts.choose}</legend>
          {work.videos.map(({ video: key, title }, index) => (
            <button type="button" key={key} aria-pressed={index === chosen} onClick={() => choose(index)}>
              {title}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** What is shown before it plays. */
function Front({
  facts,
  video,
  still,
  resume,
  onStart,
}: {
  facts: PageFacts;
  video: ViewingVideo;
  still: string;
  resume: number | undefined;
  onStart: (at: number) => void;
}) {
  const { texts } = facts;
  const { kind, host, title, src } = video;
  return (
    <div className="front">
      {still && <img className="stage-still" src={still} alt="" />}
      <div className="front-acts">
        {kind === 'link' ? (
          <a className="ui-button is-solid" href={src} target="_blank" rel="noopener noreferrer">
            {fill(texts.elsewhere, { host, name: title })}
          </a>
        ) : resume === undefined ? (
          <button type="button" className="front-play" onClick={() => onStart(0)}>
            <span className="front-sign">
              <Icon name="play" />
            </span>
            {fill(texts.playTitle, { name: title })}
          </button>
        ) : (
          <>
            <button type="button" className="front-play" onClick={() => onStart(resume)}>
              <span className="front-sign">
                <Icon name="play" />
              </span>
              {fill(texts.resume, { at: clockText(resume) })}
            </button>
            <button type="button" className="front-begin" onClick={() => onStart(0)}>
              {texts.beginning}
            </button>
          </>
        )}
        {kind === 'frame' && <p className="front-note">{fill(texts.frame, { host })}</p>}
        {(kind === 'hls' || kind === 'direct') && <p className="front-note">{fill(texts.direct, { host })}</p>}
      </div>
    </div>
  );
}
