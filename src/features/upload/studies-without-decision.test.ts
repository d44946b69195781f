import { expect, it } from 'vitest';
import { studiesWithoutDecision } from './studies-without-decision.ts';
import { exampleStudy, exampleUpload } from './view.example.ts';

it('leaves alone what a person chose', () => {
  const upload = exampleUpload({
    studies: [
      exampleStudy({ id: 'open', bodyPart: null, bodyPartBy: null }),
      exampleStudy({ id: 'proposed', bodyPartBy: 'header' }),
      exampleStudy({ id: 'chosen', bodyPartBy: 'person' }),
    ],
  });
  expect(studiesWithoutDecision(upload).map((study) => study.id)).toEqual(['open', 'proposed']);
});
