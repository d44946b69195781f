import type { DeviceFile, DeviceState } from './device-reader.ts';

/**
 * What was promised, written down in the moment before each fault: every file that the device called stored, and that Process was pressed. A
 * promise is never taken back, so the ledger only grows.
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

  /** Hashes of what was promised and is in none of the places. */
  missingFrom(...places: ReadonlySet<string>[]): string[] {
    return [...this.#stored.keys()].filter((sha256) => !places.some((place) => place.has(sha256)));
  }
}
