import { expect, it } from 'vitest';
import { draftOf, draftsToRules, faultsOf, newRule } from './rule-draft.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const rule = { uuid, modality: 'MR', body_part: 'head', acquisition: 'T2W', model: 4, on: true };

it('a rule goes into the form and comes back as it was [AI-77]', () => {
  expect(draftsToRules([draftOf(rule), draftOf({ ...rule, model: 'total' })])).toEqual([rule, { ...rule, model: 'total' }]);
});

it('a rule names its modality and its model', () => {
  expect(faultsOf([draftOf(rule)]).size).toBe(0);
  expect(Object.keys(faultsOf([newRule(uuid)]).get(uuid)!)).toEqual(['model']);
  expect(Object.keys(faultsOf([{ ...draftOf(rule), modality: 'mr' }]).get(uuid)!)).toEqual(['modality']);
});
