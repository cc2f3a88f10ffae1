/**
 * Before anything else: a browser that blocks a site's data throws where a storage is only named, which no library of the page expects as it is loaded.
 * Then there is none, as in a browser that has it switched off.
 */
for (const name of ['localStorage', 'sessionStorage'] as const) {
  try {
    void window[name];
  } catch {
    Object.defineProperty(window, name, { value: null });
  }
}
