import { describe, expect, it } from 'vitest';
import { SavedCampaign, type CampaignContent } from '#contract/campaigns.ts';
import { draftOf, draftToBody, faultsOf, NEW_DRAFT, withCases } from './campaign-draft.ts';

const [FIRST, GONE] = ['0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c01', '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c02'];
const FORM = '0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c03';

const content: CampaignContent = {
  ...{ title: 'Readers', guideline: 'First\nsecond', form: { uuid: FORM, version: 2 }, structure: 12, blinded: false },
  cases: [
    { study: FIRST, known: true },
    { study: GONE, known: false },
  ],
  ...{ readers: [4, 5], reads_per_case: 2, repeats: 1, reviewer: 6, due: '2026-11-27' },
};

describe('the draft of a campaign [CAMP-32]', () => {
  it('is saved as it was loaded, with its form in its version', () => {
    const draft = draftOf({ content, cases: [{ number: 1, study: FIRST, patientName: 'A^B', modality: 'MR', known: true }] });
    expect(draftToBody(draft, 3)).toEqual({ ...content, base: 3 });
    expect(draft.cases.map(({ patientName }) => patientName)).toEqual(['A^B', null]);
  });

  it('is blinded at first, and can be saved with a title alone', () => {
    const body = draftToBody({ ...NEW_DRAFT, title: ' Readers ' }, 0);
    expect(SavedCampaign.parse(body)).toMatchObject({ title: 'Readers', blinded: true, due: null, base: 0 });
  });

  it('gets each study once', () => {
    const added = [FIRST, GONE].map((study) => ({ study, patientName: '', modality: 'CT' }));
    const cases = withCases([{ ...added[0]!, known: true }], added);
    expect(cases.map(({ study, known }) => [study, known])).toEqual([
      [FIRST, true],
      [GONE, false],
    ]);
  });
});

it.each([
  [{}, []],
  [{ title: '  ' }, ['title']],
  [{ readsPerCase: '0' }, ['reads_per_case']],
  [{ readsPerCase: '1.5', repeats: '' }, ['reads_per_case', 'repeats']],
  [{ repeats: '-1' }, ['repeats']],
])('a draft with %j is wrong in %j', (more, wrong) => {
  expect(Object.keys(faultsOf({ ...NEW_DRAFT, title: 'Readers', ...more }))).toEqual(wrong);
});
