import { describe, expect, test } from 'vitest';
import { BODY_PARTS, bodyPartFromHeader } from './body-part.ts';

describe('the body part from the header', () => {
  test.each([
    ['PROSTATE', 'prostate'],
    ['CSPINE', 'spine'],
    ['C-SPINE', 'spine'],
    ['L SPINE', 'spine'],
    ['LSSPINE', 'spine'],
    ['HEADNECK', 'head'],
    ['WHOLEBODY', 'whole-body'],
    ['WHOLE BODY', 'whole-body'],
    ['ABDOMENPELVIS', 'abdomen'],
    ['ABDOMEN_PELVIS', 'abdomen'],
    ['CHEST', 'chest'],
    ['Thorax', 'chest'],
    ['BRAIN', 'brain'],
    ['SKULL', 'skull'],
    ['SCHÄDEL', 'skull'],
    ['Knie', 'knee'],
    ['rodilla', 'knee'],
    ['GENOU', 'knee'],
    ['KNEE RT', 'knee'],
    ['LEFT HAND', 'hand'],
    ['Leber', 'liver'],
    ['Foie', 'liver'],
    ['HÍGADO', 'liver'],
    ['PRÓSTATA', 'prostate'],
    ['WIRBELSÄULE', 'spine'],
    ['CORONARY', 'heart'],
    ['AORTA', 'vessels'],
    ['TSPINE', 'spine'],
    ['BREAST', 'breast'],
    ['ŁOKIEĆ', 'elbow'],
    ['SHOULDER', 'shoulder'],
    ['TIBIA FIBULA', 'extremity'],
    ['  pelvis ', 'pelvis'],
  ])('%s is %s', (written, slug) => expect(bodyPartFromHeader(written)).toBe(slug));

  test.each(['', '   ', 'UNKNOWN', 'BODY', 'CHEST KNEE', 'HEAD FOOT', 'RTBODY', '***', '50\\41\\4e'])(
    '%s is left to the user',
    (written) => {
      expect(bodyPartFromHeader(written)).toBeNull();
    },
  );

  test('every category is recognised by its own name', () => {
    for (const slug of BODY_PARTS) expect(bodyPartFromHeader(slug)).toBe(slug);
  });
});
