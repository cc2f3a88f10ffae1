/** Labels: the object's locale first, then the part's, then the schema's own `title`, then the name made readable. Pure. */

import { stepsOf } from '#rules/records/field-path.ts';
import { inAll, inEach, inLang, schemaLang } from '../languages.ts';
import { attachmentLabels, builtInLabels } from '../lint/vocabulary.ts';
import type { CodeList, LoadContext, Locales, ObjectLocale } from '../load/load.ts';
import type { JsonSchema, Lang, Text } from '../model.ts';
import { asString } from '../schema-node.ts';

/** The place of a field: its dotted path in the object, and in each part that it was reached through. */
export interface Place {
  path: string;
  parts: { name: string; path: string }[];
  /** inside the attachment that describe supplies where `items` is left out */
  builtIn?: boolean;
  /** directly in the rows of an x-child list */
  childRow?: boolean;
}

export class Texts {
  private readonly locales: Locales;
  private readonly context: LoadContext;
  constructor(locales: Locales, context: LoadContext) {
    this.locales = locales;
    this.context = context;
  }

  /** A text of the object itself: `pick` reads it from one language's file. */
  own(pick: (locale: ObjectLocale) => string | undefined, fallback: string): Text {
    return complete(
      inEach((lang) => this.one(lang, pick)),
      fallback,
    );
  }

  /** As `own`, but absent where no language and no fallback has it. */
  maybe(pick: (locale: ObjectLocale) => string | undefined, fallback?: string): Text | undefined {
    return either(
      inEach((lang) => this.one(lang, pick)),
      fallback,
    );
  }

  /** `own`: the title is beside the `$ref`, so it says more than the part's name. */
  label(node: JsonSchema, place: Place, own: boolean): Text {
    const name = stepsOf(place.path).at(-1) ?? '';
    const title = asString(node.title);
    // What the file itself calls a field of every object says more than the words that ship for it.
    const said = inEach((lang) => this.field(lang, 'fields', place, title === undefined) ?? this.partName(lang, place, own));
    const known = Object.hasOwn(builtInLabels, place.path) ? builtInLabels[place.path] : place.builtIn ? attachmentLabels[name] : undefined;
    if (!isSaid(said) && known && (!title || place.builtIn)) return inAll(known);
    return complete(said, title ?? (known && inLang(known, schemaLang)) ?? readable(name));
  }

  help(node: JsonSchema, place: Place): Text | undefined {
    return this.optional('fieldHelp', place, asString(node.description));
  }

  placeholder(fallback: string | undefined, place: Place): Text | undefined {
    return this.optional('placeholders', place, fallback);
  }

  option(value: string | number | boolean, place: Place, title: string | undefined, list: CodeList | undefined): Text {
    const key = String(value);
    const of = (lang: Lang): string | undefined => this.chain(lang, place, (locale, path) => locale.options?.[path]?.[key]) ?? ownText(list?.labels[lang], key);
    return complete(inEach(of), title ?? key);
  }

  private optional(kind: 'fieldHelp' | 'placeholders', place: Place, fallback: string | undefined): Text | undefined {
    return either(
      inEach((lang) => this.field(lang, kind, place)),
      fallback,
    );
  }

  private one(lang: Lang, pick: (locale: ObjectLocale) => string | undefined): string | undefined {
    const locale = this.locales[lang];
    return locale && pick(locale);
  }

  private field(lang: Lang, kind: 'fields' | 'fieldHelp' | 'placeholders', place: Place, shipped = true): string | undefined {
    return this.chain(lang, place, (locale, path) => locale[kind]?.[path], shipped);
  }

  private partName(lang: Lang, place: Place, own: boolean): string | undefined {
    const part = place.parts.find((candidate) => candidate.path === '');
    return part && !own ? this.context.parts.get(part.name)?.[lang]?.name : undefined;
  }

  /** The object's file, then each part from the outermost in; the stamps of every object are labelled by the part `stamps`. */
  private chain(lang: Lang, place: Place, read: (locale: ObjectLocale, path: string) => string | undefined, shipped = true): string | undefined {
    const own = this.locales[lang];
    const candidates = [{ locale: own, path: place.path }];
    for (const { name, path } of place.parts) if (path) candidates.push({ locale: this.context.parts.get(name)?.[lang], path });
    if (shipped && Object.hasOwn(builtInLabels, place.path)) candidates.push({ locale: this.context.parts.get('stamps')?.[lang], path: place.path });
    for (const { locale, path } of candidates) {
      const found = locale && read(locale, path);
      // A field may be called as what every object of JavaScript has.
      if (typeof found === 'string' && found) return found;
    }
    return undefined;
  }
}

/** What a table of texts has of its own. */
function ownText(texts: Record<string, string> | undefined, key: string): string | undefined {
  return texts && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

type Said = Partial<Record<Lang, string | undefined>>;

/** A label in every language: along its chain, with the schema's own `title` for the language that schemas are written in. */
export function complete(said: Said, fallback: string): Text {
  return inAll({ ...said, [schemaLang]: said[schemaLang] || fallback });
}

const isSaid = (said: Said): boolean => Object.values(said).some(Boolean);

function either(said: Said, fallback: string | undefined): Text | undefined {
  return isSaid(said) || fallback ? complete(said, fallback ?? '') : undefined;
}

/** 'Company' → 'Companies', 'Board member' → 'Board members': as English mostly does; a locale's `plural` or x-entity's says otherwise. */
export function pluralOf(name: string): string {
  if (!/[a-z]$/i.test(name)) return name;
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(name) ? `${name}es` : `${name}s`;
}

/** 'co_director' → 'Co director', 'abbrName' → 'Abbr name' */
export function readable(name: string): string {
  const words = name
    .replace(/^_+/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
  return words ? words[0]?.toUpperCase() + words.slice(1) : name;
}
