/** A file as the selection shows it; `size` in bytes. */
export interface ShownFile {
  link: string;
  size: number;
  name: string;
}
