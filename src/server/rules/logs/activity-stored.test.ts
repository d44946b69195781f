import { describe, expect, it } from 'vitest';
import { activityToStore, agoMsOf } from './activity-stored.ts';

const UUID = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d';
const pathOf = (path: string) => activityToStore({ type: 'route', path, data: '' }).path;
const dataOf = (data: unknown) => {
  const { name, uuid } = activityToStore({ type: 'click', path: '/', data: typeof data === 'string' ? data : JSON.stringify(data) });
  return [name, uuid];
};

describe('a stored path', () => {
  it.each([
    ['/studies-v2', '/studies-v2'],
    ['/', '/'],
    ['', '/'],
    ['/studies-v2/', '/studies-v2'],
    ['/studies-v2?search=DOE%5EJOHN', '/studies-v2'],
    ['/studies-v2#DOE', '/studies-v2'],
    [`/studies-v2/${UUID}`, `/studies-v2/${UUID}`],
    ['/admin/log/detail/41', '/admin/log/detail/41'],
    ['https://north.app.localhost/uploads?x=1', '/uploads'],
    ['//evil.example/DOE', '/*'],
  ])('for %s: %s', (path, kept) => expect(pathOf(path)).toBe(kept));

  it.each([
    '/case/DOE^JOHN',
    '/case/doe',
    '/case/Admin',
    '/case/John%20Doe',
    '/case/Müller',
    '/case/ada@example.org',
    '/case/1.2.840.113619',
    '/case/a b',
  ])('has a star in place of a possible name: %s', (path) => expect(pathOf(path)).toBe('/case/*'));

  it('is no longer than our longest paths', () => {
    expect(pathOf(`/${'7/'.repeat(100)}`)).toBe(`/${Array.from({ length: 12 }, () => '7').join('/')}`);
    expect(pathOf('/4711081500000000')).toBe('/*');
  });
});

describe('stored data', () => {
  it.each([
    [{ name: 'open_annotator', uuid: UUID }, ['open_annotator', UUID]],
    [{ name: 'doe' }, [null, null]],
    [{ uuid: UUID, patient: 'DOE^JOHN' }, [null, UUID]],
    [{ name: 'DOE^JOHN', uuid: 'DOE' }, [null, null]],
    [{ name: 'John Doe' }, [null, null]],
    [{ name: ['open_annotator'], uuid: { of: UUID } }, [null, null]],
    [{ name: `a_${'b'.repeat(40)}` }, [null, null]],
    ['', [null, null]],
    ['{{', [null, null]],
    ['null', [null, null]],
    ['"open_annotator"', [null, null]],
  ])('for %j: %j', (data, kept) => expect(dataOf(data)).toEqual(kept));
});

it('an id is stored if it is a UUID, so that a repeated entry counts once', () => {
  const keyOf = (id: unknown) => activityToStore({ type: 'route', path: '/', data: JSON.stringify({ id }) }).key;
  expect([UUID, 'DOE^JOHN', 7, null].map(keyOf)).toEqual([UUID, null, null, null]);
});

it('the age of a step is stored if it is plausible', () => {
  const agoOf = (ago_ms: unknown) => agoMsOf(JSON.stringify({ ago_ms }));
  expect([90_000.7, 0, -5, '90000', null, 1e15].map(agoOf)).toEqual([90_000, 0, 0, 0, 0, 30 * 86_400_000]);
});

it('an unknown type is stored as other', () => {
  expect(['route', 'click', 'DOE^JOHN'].map((type) => activityToStore({ type, path: '/', data: '' }).type)).toEqual([
    'route',
    'click',
    'other',
  ]);
});
