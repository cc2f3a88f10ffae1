/** What is read of opencc-js; its dictionaries have no types. */
declare module 'opencc-js/dict/TSCharacters' {
  /** '萬 万|與 与|…' */
  const characters: string;
  export default characters;
}
