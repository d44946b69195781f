import { tarTarget, zipTarget } from './archive-target.ts';
import { gzipTarget } from './nifti-target.ts';
import { describeReaders } from './readers.ts';

describeReaders('archives', [gzipTarget, zipTarget, tarTarget]);
