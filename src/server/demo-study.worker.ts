import type { ProcessWork } from '#server/process/process-messages.ts';
import type { DemoStudy } from './demo-studies.ts';
import { makeDemoStudy } from './demo-study-made.ts';
import type { MadeStudy } from './demo-study-made.ts';

/** One study, in a separate process that ends with it. */
const answer: ProcessWork<DemoStudy, MadeStudy> = makeDemoStudy;
export default answer;
