import { describe, expect, it } from 'vitest';
import { isSafeReturnPath, loginPathFor, returnOf } from './return-path.ts';

/** One letter in place of a backslash keeps the list readable: `¦` is written as `\`. */
const unbar = (spelling: string): string => spelling.replaceAll('¦', '\\');

/** Spellings of another site, in the groups in which they try to get past the check. */
const LEAVING = {
  'two and more slashes': [
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '//evil',
    '///evil',
    '//evil/',
    '//evil/studies-v2',
    '//evil?page=2',
    '//evil#part',
    '//evil%2eexample',
    '//EVIL',
    '//localhost',
    '//2130706433',
    '//0x7f000001',
  ],
  backslashes: [
    '/¦evil.example',
    '¦¦evil.example',
    '¦/evil.example',
    '/¦/evil.example',
    '/¦¦evil.example',
    '//¦evil.example',
    '/¦evil',
    '¦evil',
    '/studies-v2¦..¦..¦evil',
    '/studies-v2?¦evil',
  ],
  'slashes and backslashes that are encoded': [
    '/%2fevil%2eexample',
    '/%2Fevil',
    '/%2f%2fevil',
    '/%2F%2Fevil',
    '%2f%2fevil',
    '%2F/evil',
    '/%5cevil',
    '/%5Cevil',
    '/%5c%5cevil',
    '%5c%5cevil',
    '/%5c/evil',
    '/%252fevil',
    '/%252Fevil',
    '/%255cevil',
    '/%25%32%66evil',
    '/%c0%afevil',
    '/%e0%80%afevil',
  ],
  'a way up to two slashes': [
    '/%2e%2e//evil',
    '/%2E%2E//evil',
    '/%2e//evil',
    '/.//evil',
    '/..//evil',
    '/x/..//evil',
    '/x/%2e%2e//evil',
    '/x/%2e%2e/%2fevil',
    '/x/%2e%2e/%5cevil',
    '/%252e%252e//evil',
  ],
  'schemes and whole addresses': [
    'http://evil.example',
    'https://evil.example',
    'HTTPS://evil.example',
    'http:evil.example',
    'http:/evil.example',
    'https:evil',
    'ftp://evil.example',
    'ws://evil.example',
    'blob:https://evil.example/1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\tscript:alert(1)',
    '/javascript:alert(1)',
    'data:text/html,evil',
    'vbscript:evil',
    'evil.example',
    'evil',
    'www.evil.example/studies-v2',
  ],
  'user information and ports': [
    '@evil.example',
    '/@evil.example',
    '//@evil',
    '//north@evil',
    '//north%40evil',
    'north@evil',
    ':80@evil',
    ':8080/evil',
    '.evil.example',
    '-evil',
    '//evil:80',
    '//[::1]',
  ],
  'spaces, tabs, line ends and other signs that are not seen': [
    ' //evil',
    '\t//evil',
    '\n//evil',
    '\r\n//evil',
    '/\t/evil',
    '/\n/evil',
    '/\r/evil',
    '/ /evil',
    '/\0/evil',
    '/\u00a0/evil',
    '/\u200b/evil',
    '\u2028//evil',
    '/%09/evil',
    '/%0a/evil',
    '/%0d%0a/evil',
    '/studies-v2\n//evil',
    '/studies-v2?a\tb',
    '\ufeff//evil',
  ],
  'letters that look like slashes, dots and at-signs': [
    '/\uff0fevil',
    '\uff0f\uff0fevil',
    '/\u2215evil',
    '/\u2044evil',
    '//evil\u3002example',
    '//evil\uff0eexample',
    '/\uff20evil',
  ],
};
const SPELLINGS = Object.values(LEAVING).flat().map(unbar);

const HERE = 'http://north.app.localhost:8080';
/** Where a browser that stands on our page ends up. */
const landsOn = (to: string): string => new URL(to, `${HERE}/login`).origin;

/** GUARD-29, 30; S20 of the safety numbers. */
describe('the return path after a sign-in', () => {
  it('is tested with a hundred spellings of other sites, each once [GUARD-29]', () => {
    expect(SPELLINGS.length).toBeGreaterThanOrEqual(100);
    expect(new Set(SPELLINGS).size).toBe(SPELLINGS.length);
    // They are what they claim: without the check many of them would leave.
    expect(SPELLINGS.filter((to) => URL.canParse(to, HERE) && landsOn(to) !== HERE).length).toBeGreaterThan(40);
  });

  describe.each(Object.entries(LEAVING))('by %s', (_group, spellings) => {
    it.each(spellings.map((spelling) => [JSON.stringify(spelling), unbar(spelling)]))('%s is ignored', (_shown, to) => {
      expect(isSafeReturnPath(to)).toBe(false);
      for (const search of [`?to=${encodeURIComponent(to)}`, `?to=${encodeURIComponent(encodeURIComponent(to))}`, `?to=${to}`]) {
        const back = returnOf(search);
        // What an extra encoding, or none, makes of it may be a harmless path; it never leaves.
        if (back !== null) expect([back.to, landsOn(back.to)]).toEqual([back.to, HERE]);
      }
      expect(returnOf(`?to=${encodeURIComponent(to)}`)).toBeNull();
      expect(loginPathFor({ to, team: null })).toBe('/login');
    });

    it.each(spellings.map((spelling) => [JSON.stringify(spelling), unbar(spelling)]))('%s is not a team', (_shown, team) => {
      const slug = returnOf(`?to=%2Fuploads&team=${encodeURIComponent(team)}`)?.team ?? null;
      expect(slug === null || slug === team.toLowerCase()).toBe(true);
      if (slug !== null) expect(new URL(`http://${slug}.app.localhost:8080/uploads`).host).toBe(`${slug}.app.localhost:8080`);
    });
  });

  it.each(['/studies-v2', '/ai2-model/12/edit', '/members/@me', '/a%20b', '/x_y~z-1', '/studies-v2?page=2&search=a.b', '/x#part', '/x//y'])(
    'accepts %s',
    (to) => {
      expect(isSafeReturnPath(to)).toBe(true);
      expect(returnOf(loginPathFor({ to, team: 'north' }).slice('/login'.length))).toEqual({ to, team: 'north' });
    },
  );

  it('is empty for the first page and for an invalid team', () => {
    expect(loginPathFor({ to: '/', team: null })).toBe('/login');
    expect(returnOf('?to=%2Fx&team=evil.example%2F')).toEqual({ to: '/x', team: null });
  });
});
