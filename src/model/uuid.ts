const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In lower case, as on the wire. For values from an address or the browser's storage, which can be anything. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
