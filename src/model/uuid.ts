const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As the wire writes them: small letters. For what stands in an address or in the storage of a browser, where anything may. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}
