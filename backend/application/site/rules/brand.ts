/**
 * A campaign's look from two colours and a pair of typefaces (decision 099): every tint of its pages is derived, and moved in lightness until text on it keeps
 * WCAG AA, so that no choice makes a page that cannot be read. What had to be moved is told in words. Pure.
 */
import { contrast, inkOn, isColour, mixed, readableOn, textContrast, tinted, triple } from '#rules/look/colour.ts';
import { isTypeStyle, type TypeStyle } from '#rules/look/type-style.ts';

export interface Brand {
  /** '#rrggbb': links, buttons, marks */
  color: string;
  /** '#rrggbb': whole fields, the edition's numeral */
  second: string;
  /** of its titles */
  type: TypeStyle;
}

/** The product's own look. */
export const defaultBrand: Brand = { color: '#ff5a36', second: '#f2e9dc', type: 'strong' };

/** A campaign's own, each part where it has one. */
export function brandOf({ brandColor, brandSecond, brandType }: { brandColor?: string | null; brandSecond?: string | null; brandType?: string | null }): Brand {
  return {
    color: isColour(brandColor) ? brandColor : defaultBrand.color,
    second: isColour(brandSecond) ? brandSecond : defaultBrand.second,
    type: isTypeStyle(brandType) ? brandType : defaultBrand.type,
  };
}

export type Theme = 'dark' | 'light';

interface Step {
  ground: number;
  paper: number;
  raised: number;
  sunken: number;
  ink: number;
  soft: number;
  line: number;
  strong: number;
}

/** Lightness of the neutrals, by OKLab. Text in `ink` and `soft` keeps 4.5:1 on each surface, `strong` 3:1, whatever the hue (a test tries many). */
const steps: Record<Theme, Step> = {
  dark: { ground: 0.155, paper: 0.2, raised: 0.235, sunken: 0.13, ink: 0.965, soft: 0.8, line: 0.32, strong: 0.62 },
  light: { ground: 0.966, paper: 0.992, raised: 1, sunken: 0.935, ink: 0.205, soft: 0.44, line: 0.885, strong: 0.6 },
};
/** How much of the hue the neutrals have. */
const breath: Record<Theme, number> = { dark: 0.009, light: 0.006 };

/** The custom properties of a page in that theme. */
export function tokensOf({ color, second }: Brand, theme: Theme): Record<string, string> {
  const step = steps[theme];
  const neutral = (lightness: number) => tinted(color, lightness, lightness === 1 ? 0 : breath[theme]);
  const surfaces = [step.ground, step.paper, step.raised, step.sunken].map(neutral);
  const [ground = '', paper = '', raised = '', sunken = ''] = surfaces;
  const wash = mixed(color, paper, theme === 'dark' ? 0.16 : 0.1);
  const accent = readableOn(color, [...surfaces, wash]);
  const ink = neutral(step.ink);
  return {
    ground,
    paper,
    raised,
    sunken,
    ink,
    'ink-soft': neutral(step.soft),
    line: neutral(step.line),
    'line-strong': neutral(step.strong),
    accent,
    'accent-ink': inkOn(accent),
    'accent-over': mixed(ink, accent, 0.14),
    'accent-wash': wash,
    focus: accent,
    // Whole fields are the colours as they were chosen; what stands on them is black or white.
    brand: color,
    'brand-ink': inkOn(color),
    field: second,
    'field-ink': inkOn(second),
    'field-soft': readableOn(mixed(inkOn(second), second, 0.78), [second]),
    'field-line': mixed(inkOn(second), second, 0.35),
    'on-stage': readableOn(second, [tinted(color, steps.dark.ground, breath.dark)]),
    // For rgb(var(--…-rgb) / n%): the oldest browsers know no color-mix(), and drop a whole declaration with it.
    'ground-rgb': triple(ground),
    'paper-rgb': triple(paper),
    'ink-rgb': triple(ink),
    'brand-rgb': triple(color),
    'field-rgb': triple(second),
  };
}

/** The same as a style sheet's text, for the page's own theme. */
export function brandCss(brand: Brand, theme: Theme): string {
  const lines = Object.entries(tokensOf(brand, theme)).map(([name, value]) => `--${name}:${value}`);
  // Where films and stills are looked at, the dark ones hold in both themes.
  const stage = tokensOf(brand, 'dark');
  const dark = {
    stage: stage.ground,
    'stage-raised': stage.paper,
    'stage-ink': stage.ink,
    'stage-ink-soft': stage['ink-soft'],
    'stage-line': stage['line-strong'],
  };
  const accents = { 'stage-accent': stage.accent, 'stage-focus': stage.accent };
  lines.push(...Object.entries({ ...dark, ...accents }).map(([name, value]) => `--${name}:${value}`));
  return `:root[data-theme],::backdrop{${lines.join(';')}}`;
}

export interface ContrastNote {
  colour: 'brandColor' | 'brandSecond';
  theme: Theme;
  /** as chosen, on the page's ground, to one decimal */
  ratio: number;
  /** what is shown instead */
  shown: string;
}

/** Which colours cannot be read as text as they were chosen, and what the pages show instead. */
export function contrastNotes(brand: Brand): ContrastNote[] {
  return (['dark', 'light'] as const).flatMap((theme) => {
    const { accent = '', ground = '' } = tokensOf(brand, theme);
    const ratio = Math.floor(contrast(brand.color, ground) * 10) / 10;
    return accent.toLowerCase() === brand.color.toLowerCase() && ratio >= textContrast ? [] : [{ colour: 'brandColor', theme, ratio, shown: accent }];
  });
}
