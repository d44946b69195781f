import { expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { namesQuestion } from './names-question.ts';

it('asks where the team takes patient data out first, and where nobody has said so on this device', () => {
  const why = (usual: boolean) => namesQuestion({ ...FIRST_DEIDENTIFICATION, usual })?.why;
  expect(why(true)).toMatch(
    /^Your team takes patient data out before anything is sent\. .*with the names of patients in them: the server takes them out there\.$/,
  );
  expect(namesQuestion(null)?.why).toMatch(
    /^This device was never told .*with the names of patients in them\. Where your team goes without, the server takes them out there\.$/,
  );
});

it('asks nothing where studies of the team leave as they are', () => {
  expect(namesQuestion({ ...FIRST_DEIDENTIFICATION, usual: false })).toBeNull();
});
