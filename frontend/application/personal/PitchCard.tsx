import type { MyPitch } from '#application/personal/rules/my-facts.ts';
import { addressOf } from '#client/http/ask.ts';
import { chain } from '#rules/words/language.ts';
import { pageLang } from '#screens/site/facts.ts';
import { useMyTexts } from './texts.ts';

/** A pitch as a decision maker sees it: still, title, people, logline, trailer. */
export function PitchCard({ pitch, id }: { pitch: MyPitch | undefined; id: string }) {
  const { wish } = useMyTexts();
  const lang = pageLang();
  const other = chain[lang][1] ?? lang;
  if (!pitch) return <p className="my-card">{id}</p>;
  const { still, number, title, people, logline, trailer, offered } = pitch;
  return (
    <article className="my-card">
      {still ? (
        <img
          src={addressOf('GET /api/my/:token/file/:name', {
            at: { token: location.pathname.split('/').filter(Boolean).at(-1) ?? '', name: still },
            query: { w: 640 },
          })}
          alt=""
          width={160}
          height={90}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="my-still" aria-hidden="true" />
      )}
      <div>
        <h4>
          <span className="num">{number}</span> {title[lang]}
        </h4>
        {title[other] !== title[lang] && <p className="my-other">{title[other]}</p>}
        {people[lang] && <p className="my-people">{people[lang]}</p>}
        {logline && <p className="my-logline">{logline}</p>}
        {!offered && <p className="my-gone">{wish.gone}</p>}
        {trailer && (
          <a href={trailer} target="_blank" rel="noopener noreferrer">
            {wish.trailer}
          </a>
        )}
      </div>
    </article>
  );
}
