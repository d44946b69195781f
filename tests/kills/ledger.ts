import type { DeviceFile, DeviceState } from './device-reader.ts';

/**
 * The promises made before each fault: every file that the device called stored, and that Process was pressed. A promise is never withdrawn, so the
 * ledger only grows.
 */
export class Ledger {
  readonly #stored = new Map<string, DeviceFile>();
  #processed = false;

  add(device: DeviceState | null): void {
    for (const file of device?.files ?? []) this.#stored.set(file.sha256, file);
    if (device?.upload && device.upload.phase !== 'none') this.#processed = true;
  }

  get processed(): boolean {
    return this.#processed;
  }

  stored(): DeviceFile[] {
    return [...this.#stored.values()];
  }

  /** Hashes of promised files that are in none of these places. */
  missingFrom(...places: ReadonlySet<string>[]): string[] {
    return [...this.#stored.keys()].filter((sha256) => !places.some((place) => place.has(sha256)));
  }
}
