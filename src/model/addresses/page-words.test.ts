import { expect, it } from 'vitest';
import { pathInPageWords } from './page-words.ts';

it.each([
  ['/', '/'],
  ['/studies-v2/', '/studies-v2'],
  ['/admin/log/detail/41', '/admin/log/detail/*'],
  ['/annotator/case/0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', '/annotator/case/*'],
  ['/DOE%5EJOHN', '/*'],
])('%s is logged as %s', (pathname, logged) => expect(pathInPageWords(pathname)).toBe(logged));
