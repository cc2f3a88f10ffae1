import { useEffect, useState } from 'react';
import type { Lang } from '#codegen/model.ts';
import { languageOf, saveLanguage } from '#domain/language.ts';
import en from '#locales/en/site.json' with { type: 'json' };
import tw from '#locales/tw/site.json' with { type: 'json' };

const texts = { tw, en } satisfies Record<Lang, typeof tw>;
const names: [Lang, string][] = [
  ['tw', '中文'],
  ['en', 'English'],
];

/** The festival's front door while no campaign is announced (R01). */
export function Home() {
  const [lang, setLang] = useState<Lang>(() => languageOf(document.cookie));
  const text = texts[lang];

  useEffect(() => {
    document.documentElement.lang = lang === 'tw' ? 'zh-Hant-TW' : 'en';
    document.title = text.title;
  }, [lang, text]);

  function choose(next: Lang) {
    document.cookie = saveLanguage(next);
    setLang(next);
  }

  return (
    <div className="front">
      <header>
        <p className="brand">Reelbase</p>
        <nav aria-label={text.language}>
          {names.map(([code, name]) => (
            <button key={code} type="button" lang={code === 'tw' ? 'zh-Hant-TW' : 'en'} aria-pressed={code === lang} onClick={() => choose(code)}>
              {name}
            </button>
          ))}
        </nav>
      </header>
      <main>
        <h1>{text.title}</h1>
        <p className="lead">{text.lead}</p>
        <p>{text.none}</p>
      </main>
      <footer>
        <a href="/erp">{text.staff}</a>
      </footer>
    </div>
  );
}
