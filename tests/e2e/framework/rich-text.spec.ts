/** Formatted text: written as it will look, by mouse and keys, in both languages and on a phone; what only HTML can say stays as it is. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import { anyFaults } from '../axe.ts';
import { expect, type Page, test } from '../reelbase.ts';

const words = {
  tw: { save: '儲存', text: '文字', tools: '「Body」的格式', heading: '標題', bold: '粗體', list: '項目符號', link: '連結', address: '網址', bad: /請輸入網頁/, off: '移除連結', beyond: /無法顯示/ },
  en: { save: 'Save', text: 'Text', tools: 'Formatting of “Body”', heading: 'Heading', bold: 'Bold', list: 'Bulleted list', link: 'Link', address: 'Address', bad: /Please enter the address/, off: 'Remove link', beyond: /cannot show/ },
}; // biome-ignore format: a table

const leaflet = {
  title: 'Leaflet',
  required: ['name'],
  'x-titleTemplate': '{name}',
  properties: {
    name: { type: 'string', title: 'Name', maxLength: 40 },
    body: { type: 'string', title: 'Body', maxLength: 4000, 'x-ui': 'html' },
  },
};

async function look(page: Page, name: string): Promise<void> {
  if (process.env.LOOKS) await page.screenshot({ path: `${process.env.LOOKS}/rich-${name}.png` });
}

for (const lang of ['tw', 'en'] as const) {
  test(`formatted text is written as it will look, in ${lang}`, async ({ staff, reelbase }) => {
    test.slow();
    const say = words[lang];
    const name = `leaflet_${lang}`;
    const file = join(reelbase.schemasDir, `${name}.json`);
    writeFileSync(file, JSON.stringify(leaflet));
    const api = await reelbase.api();
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status, { timeout: 60_000 }).toBe(200);
    const put = async (body: string) => {
      const now = await (await api(`/api/pb/${name}/one`)).json();
      expect((await api(`/api/pb/${name}/one`, { method: 'PUT', body: JSON.stringify({ ...now, body }) })).status).toBe(200);
    };
    expect((await api(`/api/pb/${name}`, { method: 'POST', body: JSON.stringify({ id: 'one', name: 'One' }) })).status).toBe(201);
    const stored = async (): Promise<string> => (await (await api(`/api/pb/${name}/one`)).json()).body;
    await staff.context().addCookies([{ name: 'lang', value: lang, url: reelbase.url }]);
    const faults: string[] = [];
    staff.on('pageerror', (error) => faults.push(error.message));
    staff.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    staff.on('dialog', (asked) => void asked.accept());
    const box = staff.getByRole('textbox', { name: 'Body', exact: true });
    const tool = (label: string) => staff.getByRole('toolbar', { name: say.tools }).getByRole('button', { name: label, exact: true });
    const save = staff.getByRole('button', { name: say.save, exact: true });
    const open = async () => {
      await staff.goto(`/erp/pb-${name}/edit?id=one`);
      await expect(box).toBeVisible();
    };
    await open();
    await expect(box).toHaveAttribute('contenteditable', 'true');

    // By the label, by keys, and by the tools, which keep the cursor where it is.
    await staff.getByText('Body', { exact: true }).click();
    await expect(box).toBeFocused();
    await tool(say.heading).click();
    await expect(tool(say.heading)).toHaveAttribute('aria-pressed', 'true');
    await staff.keyboard.type('Who may come');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type('- all who ');
    await staff.keyboard.press('ControlOrMeta+b');
    await expect(tool(say.bold)).toHaveAttribute('aria-pressed', 'true');
    await staff.keyboard.type('sing');
    await staff.keyboard.press('ControlOrMeta+b');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type('and others');
    await expect(tool(say.list)).toHaveAttribute('aria-pressed', 'true');
    await staff.keyboard.press('Enter');
    await staff.keyboard.press('Enter');
    await staff.keyboard.type('See programme');
    for (let left = 0; left < 'programme'.length; left++) await staff.keyboard.press('Shift+ArrowLeft');

    // A link: what leads nowhere is told, and Enter in its box is not the form's.
    await staff.keyboard.press('ControlOrMeta+k');
    const address = staff.getByRole('dialog').getByRole('textbox', { name: say.address });
    await address.fill('nowhere');
    await address.press('Enter');
    await expect(staff.getByRole('dialog')).toContainText(say.bad);
    await look(staff, `${lang}-link`);
    await address.fill('example.org/programme');
    await address.press('Enter');
    await expect(staff.getByRole('dialog')).toHaveCount(0);
    await expect(box.getByRole('link', { name: 'programme' })).toHaveAttribute('href', 'https://example.org/programme');
    await expect(box).toBeFocused();
    expect(await stored()).toBeFalsy();
    expect(await anyFaults(staff)).toEqual([]);
    await look(staff, `${lang}-written`);
    await save.click();
    const written =
      '<h2>Who may come</h2>\n<ul><li>all who <strong>sing</strong></li><li>and others</li></ul>\n<p>See <a href="https://example.org/programme" target="_blank" rel="noopener noreferrer">programme</a></p>';
    await expect.poll(stored).toBe(written);

    // The tools are one stop of Tab, left and right go through them; the text is the next.
    await tool(say.heading).focus();
    await staff.keyboard.press('ArrowRight');
    await staff.keyboard.press('ArrowRight');
    await expect(tool(say.bold)).toBeFocused();
    await staff.keyboard.press('Tab');
    await expect(box).toBeFocused();
    await staff.keyboard.press('Shift+Tab');
    await expect(tool(say.bold)).toBeFocused();

    // A link is changed and taken away where the cursor stands in it.
    await box.getByRole('link').click({ position: { x: 20, y: 6 } });
    await tool(say.link).click();
    await expect(address).toHaveValue('https://example.org/programme');
    await staff.getByRole('dialog').getByRole('button', { name: say.off }).click();
    await expect(box.getByRole('link')).toHaveCount(0);
    await expect(box).toContainText('See programme');
    await staff.keyboard.press('ControlOrMeta+z');
    await expect(box.getByRole('link')).toHaveCount(1);

    // As HTML, and back; all of it deleted is nothing.
    await staff.setViewportSize({ width: 360, height: 740 });
    await staff.getByRole('button', { name: 'HTML', exact: true }).click();
    await expect(box).toHaveValue(written);
    await box.fill('<p>one</p><p><i>two</i></p>');
    await staff.getByRole('button', { name: say.text, exact: true }).click();
    await expect(box.locator('em')).toHaveText('two');
    await look(staff, `${lang}-360`);
    expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await box.press('ControlOrMeta+a');
    await box.press('Delete');
    await save.click();
    await expect.poll(stored).toBe('');
    await staff.setViewportSize({ width: 1440, height: 900 });

    // From another program comes what the text may have, and nothing else.
    await open();
    await expect(box).toHaveAttribute('contenteditable', 'true');
    await box.evaluate((element) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        'text/html',
        '<meta charset="utf-8"><b style="font-weight:normal"><h1 class="title" onclick="x()">Dates</h1><p style="color:red">from <span style="font-weight:700">1</span> to <a href="javascript:x()">2</a></p></b><table><tr><td>a</td></tr></table><script>x()</script>',
      );
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await save.click();
    await expect.poll(stored).toBe('<h2>Dates</h2>\n<p>from <strong>1</strong> to 2</p>\n<p>a</p>');

    // What the editor shows it writes as it is stored: a key pressed and taken back.
    const kinds: [body: string, after?: string][] = [
      ['<h2>A</h2>\n<h3>B</h3>\n<h4>C</h4>\n<h6>D</h6>\n<hr>\n<p>E<br>F</p>'],
      ['<ol><li>one<ul><li>inner</li></ul></li><li><p>two</p><p>paragraphs</p></li></ol>\n<p>end</p>'],
      [
        '<blockquote><p>said <em>so</em></p></blockquote>\n<pre>a  b\n c</pre>\n<p>H<sub>2</sub>O, m<sup>2</sup>, <s>old</s> <u>new</u> <code>x &lt; y</code>, x<sub>i<sup>2</sup></sub></p>',
      ],
      ['<p>mail <a href="mailto:a@example.org">a</a>, <a href="/dates">here</a></p>'],
      ['<p>中文，<strong>粗體</strong>。</p>\n<p>second\u00a0line</p>'],
      ['plain words', '<p>plain words</p>'],
      ['<p><b>a</b> <i>b</i></p>\n\n<p>c</p>', '<p><strong>a</strong> <em>b</em></p>\n<p>c</p>'],
    ];
    for (const [body, after] of lang === 'en' ? kinds : []) {
      await put(body);
      const before = await stored();
      await open();
      await expect(box).toHaveAttribute('contenteditable', 'true');
      await box.press('ControlOrMeta+Home');
      await staff.keyboard.type('x');
      await save.click();
      await expect.poll(stored).toContain('x');
      await box.press('Backspace');
      await save.click();
      await expect.poll(stored).toBe(after ?? before);
    }

    // What it cannot show stays HTML, says what that is, and is not touched.
    const beyond: [html: string, what: string][] = [
      ['<table><tbody><tr><td>a</td></tr></tbody></table>', '<table>'],
      ['<p class="lead">a</p>', 'class'],
      ['<p><span lang="en">a</span></p>', '<span>'],
      ['<pre><code>a</code></pre>', '<pre>'],
      ['<p><img src="/get/files/a.png" alt="" /></p>', '<img>'],
    ];
    for (const [html, what] of lang === 'en' ? beyond : beyond.slice(0, 1)) {
      await put(html);
      await open();
      await expect(box, html).toHaveValue(html);
      await expect(staff.locator('[data-field="body"]')).toContainText(say.beyond);
      await expect(staff.locator('[data-field="body"]')).toContainText(what);
      await expect(staff.getByRole('button', { name: say.text, exact: true })).toHaveCount(0);
    }
    await look(staff, `${lang}-beyond`);
    expect(faults.filter((fault) => !/404/.test(fault))).toEqual([]);

    // Until the editor is there the text is seen as it looks; where it does not come, it is written as HTML.
    await put('<p>one <strong>two</strong></p>');
    const held: Route[] = [];
    let isComing = true;
    await staff.route(/\/assets\/editor-.*\.js/, (route) => (isComing ? void held.push(route) : route.abort()));
    await staff.goto(`/erp/pb-${name}/edit?id=one`);
    await expect(staff.getByRole('region', { name: 'Body' }).locator('strong')).toHaveText('two');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isComing = false;
    for (const route of held) await route.abort();
    await expect(box).toHaveValue('<p>one <strong>two</strong></p>');

    rmSync(file);
    await expect.poll(async () => (await api(`/api/pb/${name}`)).status).toBe(404);
  });
}
