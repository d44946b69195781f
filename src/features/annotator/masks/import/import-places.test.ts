import { describe, expect, it } from 'vitest';
import { NO_CODES } from '#contract/structures.ts';
import type { DrawnSegment } from '#features/annotator/masks/study-segmentations.ts';
import { sameSegment, titleOf } from './import-places.ts';
import { copiedText, importedText, importRefusedText } from './import-texts.ts';

const LIVER = { scheme: 'SCT' as const, value: '10200004', meaning: 'Liver' };
const LEFT = { scheme: 'SCT' as const, value: '7771000', meaning: 'Left' };
const CODES = { ...NO_CODES, type: LIVER };
const segment = (uuid: string, title: string | null, waits: DrawnSegment['waits'] = null): DrawnSegment => ({
  ...{ uuid, sort: 1, title, color: null, waits },
});
const of = (...segments: DrawnSegment[]) => ({ structure: { slug: 'liver', title: 'Liver' }, segments });
const arriving = (name: string, codes: Parameters<typeof sameSegment>[0]['codes'] = NO_CODES) => ({ name, codes });

describe('a segment that arrives', () => {
  it('is called as in the file, without the name of the structure that our export puts first [MASK-141]', () => {
    expect(['Liver Part 2', 'Liverish', ' Zone ', ''].map((name) => titleOf({ name }, 'Liver'))).toEqual([
      'Part 2',
      'Liverish',
      'Zone',
      '',
    ]);
    expect(titleOf({ name: 'x'.repeat(300) }, 'Liver')).toHaveLength(100);
  });

  it('is offered the segment of its codes, else of its title, and none that is deleted [MASK-141]', () => {
    const one = of(segment('a', 'Part 1'));
    expect(sameSegment(arriving('Tumour', CODES), one, CODES)?.uuid).toBe('a');
    expect(sameSegment(arriving('Tumour', { ...CODES, laterality: LEFT }), one, CODES)).toBeNull();
    expect(sameSegment(arriving('Tumour'), one, NO_CODES)).toBeNull();
    const two = of(segment('a', 'Part 1'), segment('b', 'Part 2'));
    expect(sameSegment(arriving('Tumour', CODES), two, CODES)).toBeNull();
    expect(sameSegment(arriving('Liver Part 2', CODES), two, CODES)?.uuid).toBe('b');
    expect(sameSegment(arriving('Part 2'), two, null)?.uuid).toBe('b');
    expect(sameSegment(arriving('Part 1'), of(segment('a', 'Part 1', 'deletion')), null)).toBeNull();
    expect(sameSegment(arriving(''), of(segment('a', null, 'number')), null)).toBeNull();
  });
});

describe('what is said', () => {
  it('names why nothing was imported, and what helps [MASK-145]', () => {
    expect(importRefusedText('frame-of-reference')).toContain('another frame of reference');
    expect(importedText({ ok: false, why: 'too-much' }, 1)).toContain('as a new segment');
    expect(importedText({ ok: false, why: 'no-room' }, 1)).toContain('full');
    expect(importedText({ ok: true }, 2)).toBe('Imported 2 segments.');
  });

  it('has the ml of a copy before and after, and of what was cut off [MASK-148]', () => {
    const copied = { ok: true as const, isResampled: true, voxels: 20, ml: 0.36, cutMl: 0.12 };
    expect(copiedText(copied, 0.4)).toBe(
      'Copied 0.36 ml into a new segment. Its voxels are not those of that series, so it was resampled from 0.40 ml. 0.12 ml lie beyond that series, and were cut off.',
    );
    expect(copiedText({ ...copied, isResampled: false, cutMl: 0 }, 0.4)).toBe('Copied 0.36 ml into a new segment.');
    expect(copiedText({ ok: false, why: 'frame-of-reference' }, 1)).toContain('Nothing was copied.');
  });
});
