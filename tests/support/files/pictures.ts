/** Pictures and files for tests, made by code. */
import sharp from 'sharp';

/** A picture of one colour; `noise` makes it as large as its pixels. */
export async function picture(format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', { width = 640, height = 400, noise = false } = {}): Promise<Buffer> {
  const made = noise
    ? sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as never }) // sharp's type asks for a background, which noise has none of
    : sharp({ create: { width, height, channels: 3, background: { r: 40, g: 90, b: 140 } } });
  return made.toFormat(format).toBuffer();
}

/** A JPEG with a place, a camera's name and a turn in its Exif data. */
export async function telephonePicture(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Make: 'SecretCamera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
