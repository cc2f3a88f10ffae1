/** An entry of an archive, packed by zlib beside this thread: fflate's own packing took more of it than all the rest of an export. */
import { once } from 'node:events';
import { createDeflateRaw } from 'node:zlib';
import { ZipPassThrough } from 'fflate';

export class PackedEntry extends ZipPassThrough {
  override compression = 8;
  readonly #packer = createDeflateRaw({ level: 6 });

  constructor(path: string) {
    super(path);
    this.#packer.on('data', (piece: Buffer) => this.ondata?.(null, new Uint8Array(piece), false));
  }

  /** Resolves when it is packed and given on. */
  async write(bytes: Uint8Array, isLast = false): Promise<void> {
    this.push(bytes, isLast);
    await new Promise<void>((done, fail) => this.#packer.write(bytes, (error) => (error ? fail(error) : done())));
    if (!isLast) return;
    this.#packer.end();
    await once(this.#packer, 'end');
    this.ondata?.(null, new Uint8Array(0), true);
  }

  /** Size and checksum are counted by `push`; the bytes go by `write`. */
  protected override process(): void {}
}
