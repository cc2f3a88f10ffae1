/** A campaign's own style on its public pages (safety section 11). Pure: text in, text out. */
import { type CssProblem, type ScopedCss, scopedCss } from '#framework/html/scoped-css.ts';

const page = {
  className: 'campaign',
  variable: /^--(accent|accent-ink|ground|paper|raised|sunken|ink|ink-soft|line|line-strong|veil|hero-[a-z-]+|my-[a-z0-9-]+)$/,
};

/** The style that visitors may get, and what was removed from it. */
export function campaignCss(text: string): ScopedCss {
  return scopedCss(text, page);
}

/** For staff, before visitors see a style: the rules that would be removed. */
export function cssProblems(text: string): CssProblem[] {
  return campaignCss(text).problems;
}
