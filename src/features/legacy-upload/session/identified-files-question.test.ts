import { expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { identifiedFilesQuestion } from './identified-files-question.ts';

it('asks only for a team that de-identifies, and only once on this device', () => {
  const why = (usual: boolean) => identifiedFilesQuestion({ ...FIRST_DEIDENTIFICATION, usual })?.why;
  expect(why(true)).toMatch(
    /^Your team removes patient data before upload\. .*including patient names\. The server removes the patient data\.$/,
  );
  expect(identifiedFilesQuestion(null)?.why).toMatch(
    /^This device does not know .*including patient names\. If your team de-identifies studies, the server removes the patient data\.$/,
  );
});

it("does not ask when the team's studies are uploaded unchanged", () => {
  expect(identifiedFilesQuestion({ ...FIRST_DEIDENTIFICATION, usual: false })).toBeNull();
});
