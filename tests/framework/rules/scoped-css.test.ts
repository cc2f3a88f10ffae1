import { describe, expect, it } from 'vitest';
import { campaignCss, cssProblems } from '#application/campaign/style.ts';
import { cssFaults } from '#framework/html/scoped-css.ts';

const css = (text: string) => campaignCss(text).css;

describe('a campaign’s own style', () => {
  it('stays below .campaign, whatever its selectors', () => {
    expect(css('h1, .hero p { color: red }')).toBe('.campaign h1,.campaign .hero p{color:red}');
    expect(css('body { background: #000 } html { color: #fff } :root { --accent: gold }')).toBe(
      '.campaign{background:#000}.campaign{color:#fff}.campaign{--accent:gold}',
    );
    expect(css('body.x > main, html body h1 { margin: 0 }')).toBe('.campaign.x>main,.campaign h1{margin:0}');
    expect(css('.campaign h1 { margin: 0 }')).toBe('.campaign h1{margin:0}');
    expect(css('.campaigns, bodyguard { margin: 0 }')).toBe('.campaign .campaigns,.campaign bodyguard{margin:0}');
    expect(css('@media (min-width: 600px) { h1 { color: red } }')).toBe('@media (min-width:600px){.campaign h1{color:red}}');
    expect(css('*{ color: red } :is(body, h1) { color: red }')).toBe('.campaign *{color:red}.campaign :is(body,h1){color:red}');
  });

  it('loads nothing from elsewhere and runs nothing', () => {
    for (const text of [
      '@import url(https://evil.example/x.css);',
      '@import "//evil.example/x.css";',
      '@font-face { font-family: x; src: url(https://evil.example/f) }',
      'h1 { background: url(https://evil.example/p.png) }',
      'h1 { background: url("//evil.example/p.png") }',
      'h1 { background: url(data:image/svg+xml,x) }',
      'h1 { background: url(/get/files/../../api/pb/user) }',
      'h1 { background-image: image-set("https://evil.example/p.png" 1x) }',
      'h1 { background: u\\72l(https://evil.example/p.png) }',
      'h1 { width: expression(alert(1)) }',
      'h1 { behavior: url(x.htc) }',
      'h1 { -moz-binding: url(x) }',
      'h1 { color: attr(x) }',
      'h1 { background: var(--x, url(https://evil.example/p.png)) }',
      '@charset "utf-7";',
      '@namespace x url(https://evil.example);',
      'h1 { cursor: url(https://evil.example/c), auto }',
    ]) {
      const made = campaignCss(text);
      expect(made.css, text).not.toMatch(/evil|url|expression|data:|attr|import|font-face|charset/i);
      expect(made.problems.length, text).toBeGreaterThan(0);
    }
    expect(css('h1 { background: url(/get/files/abc-1.webp?w=640) }')).toBe('.campaign h1{background:url(/get/files/abc-1.webp?w=640)}');
    expect(css('h1 { --my-x: url(https://evil.example/p.png) }')).not.toContain('evil');
  });

  it('cannot cover the page: nothing is fixed or sticky', () => {
    for (const value of ['fixed', 'sticky', 'FIXED', 'f\\69xed', '-webkit-sticky'])
      expect(css(`h1 { position: ${value}; color: red }`)).toBe('.campaign h1{color:red}');
    expect(css('h1 { position: relative }')).toBe('.campaign h1{position:relative}');
  });

  it('one invalid rule is left out and named by its line, the others apply', () => {
    const made = campaignCss(
      'h1 { color: red }\n@import "x";\nh2 { position: fixed; margin: 0 }\nh3 { colr: red }\nh4 { & h5 { color: red } }\np { color: blue }',
    );
    expect(made.css).toBe('.campaign h1{color:red}.campaign h2{margin:0}.campaign p{color:blue}');
    expect(made.problems.map(({ line, code, what }) => [line, code, what])).toEqual([
      [2, 'atrule', '@import'],
      [3, 'value', 'position: fixed'],
      [4, 'property', 'colr'],
      [5, 'nested', '& h5'],
    ]);
    expect(cssProblems('h1 { color: red }')).toEqual([]);
  });

  it('text that cannot be parsed is reported with its line and the reason', () => {
    const faults = (text: string) => cssFaults(text).map(({ line, fault, what }) => [line, fault, what]);
    expect(faults('h1 { color: red }\nh2 { color blue }')).toEqual([[2, 'colon', 'h2 { color blue }']]);
    expect(faults('h1 { color: red } }')[0]).toEqual([1, 'selector', 'h1 { color: red } }']);
    expect(faults('h1 { color: red\n  background: blue }')).toEqual([[2, 'unexpected', ': blue }']]);
    expect(faults('h1 { width: calc(1px + ; }')[0]?.[1]).toBe('bracket');
    expect(faults('hello')[0]?.[1]).toBe('brace');
    expect(faults('@import "x"; p { position: fixed; --my-a: 1 } @media (width > 1px) { h1 { color: red } }')).toEqual([]);
  });

  it('invalid text does no harm', () => {
    for (const text of [
      '',
      '}',
      'h1 {',
      'h1 { color',
      '<style>h1{}</style>',
      '/* open',
      '</style><script>alert(1)</script>',
      '{}',
      '@media',
      'h1 { content: "</style>" }',
      '\u0000',
      '&{color:red}',
      'h1{}}}}h2{color:red}',
    ])
      expect(css(text), text).not.toContain('<');
  });
});
