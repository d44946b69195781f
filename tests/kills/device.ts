import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { build, type Rolldown } from 'vite';
import { CHECKOUT } from '#commands/checkout.ts';
import type { DeviceAreaUpload, DeviceReader, DeviceState } from './device-reader.ts';

/** The state of the device behind a page, read in the page itself. */
export interface Device {
  read(page: Page): Promise<DeviceState>;
  unreadable(page: Page): Promise<string[]>;
  areaUploads(page: Page): Promise<DeviceAreaUpload[]>;
  dropSegment(page: Page): Promise<void>;
}

export async function bundleDevice(): Promise<Device> {
  const script = await bundle(fileURLToPath(new URL('./device-reader.ts', import.meta.url)));
  const ask = async <T>(page: Page, question: keyof DeviceReader): Promise<T> => {
    const isThere = await page.evaluate(() => 'lightshipDevice' in globalThis);
    // Not before the page's own scripts: if a page has two copies of Dexie, the first one serves both, and that must be the product's.
    if (!isThere) await page.evaluate(script);
    return page.evaluate(
      (name) => (globalThis as unknown as { lightshipDevice: DeviceReader }).lightshipDevice[name]() as Promise<unknown>,
      question,
    ) as Promise<T>;
  };
  return {
    read: (page) => ask(page, 'read'),
    unreadable: (page) => ask(page, 'unreadable'),
    areaUploads: (page) => ask(page, 'areaUploads'),
    dropSegment: (page) => ask(page, 'dropSegment'),
  };
}

/** One classic script. */
async function bundle(entry: string): Promise<string> {
  const output = (await build({
    root: CHECKOUT,
    configFile: false,
    logLevel: 'warn',
    build: { write: false, target: 'es2022', lib: { entry, formats: ['iife'], name: 'deviceReader' } },
  })) as Rolldown.RolldownOutput[];
  const code = output[0]?.output[0]?.code;
  if (code === undefined) throw new Error('Nothing was bundled');
  return code;
}
