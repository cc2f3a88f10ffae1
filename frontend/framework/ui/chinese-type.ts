/** ms */
const patience = 1_000;

/**
 * A device without a Chinese face takes the characters that a page did not bring from slices of ours; any other asks for none of them (decision 098).
 * @returns when the rules are there, or are not waited for any longer. What is drawn before them Chromium may not draw again.
 */
export function chineseType(): Promise<void> {
  return new Promise((done) => {
    const rules = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/type/running.css', onload: () => done(), onerror: () => done() });
    document.head.append(rules);
    setTimeout(done, patience);
  });
}
