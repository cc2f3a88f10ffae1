/** The checker's build without native programs; its functions are those of the package's own types. */
declare module 'recheck/lib/browser.js' {
  export const checkSync: typeof import('recheck').checkSync;
}
