const WORD = /^[a-z0-9](?:[a-z0-9.-]{0,199})$/;
const MAX_LENGTH = 512;

/** Whether a text is a valid object key: words of `[a-z0-9.-]` between slashes, none of which starts with a dot or a dash. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_LENGTH && key.split('/').every((word) => WORD.test(word));
}

/** Keys are made by us, never by external callers. A wrong one is a bug, and must not reach a file system. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError('Not an object key');
}
