/** A server's answer to a download replaced: by a proxy's 503, or by one that ends in the middle. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

export const failures = ['503', 'cut'] as const;

/** @param work what the person does meanwhile */
export async function failing(page: Page, path: RegExp, failure: (typeof failures)[number], work: () => Promise<void>): Promise<void> {
  const half = createServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '100000' });
    res.write(Buffer.alloc(40_000));
    setImmediate(() => res.destroy());
  });
  await new Promise<void>((ready) => half.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}/`; // listens on TCP
  const matches = ({ pathname }: URL) => path.test(pathname);
  await page.route(matches, (route) =>
    failure === 'cut' ? route.continue({ url }) : route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' }),
  );
  try {
    await work();
  } finally {
    await page.unroute(matches);
    half.closeAllConnections();
    await new Promise((closed) => half.close(closed));
  }
}
