import { expect, it } from 'vitest';
import { studiesWithoutBodyPart } from './studies-without-body-part.ts';
import { exampleStudy, exampleUpload } from '#features/upload/view.example.ts';

it('lists studies without a body part chosen by the user', () => {
  const upload = exampleUpload({
    studies: [
      exampleStudy({ id: 'open', bodyPart: null, bodyPartBy: null }),
      exampleStudy({ id: 'proposed', bodyPartBy: 'header' }),
      exampleStudy({ id: 'chosen', bodyPartBy: 'person' }),
    ],
  });
  expect(studiesWithoutBodyPart(upload).map((study) => study.id)).toEqual(['open', 'proposed']);
});
