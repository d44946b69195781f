import { expect, it } from 'vitest';
import { studyDateTime } from './study-date-time.ts';

it.each([
  ['20110707', '104218.734000', '07.07.2011 10:42:18'],
  ['20110707', '1042', '07.07.2011 10:42:00'],
  ['2011.07.07', '10:42:18', '07.07.2011 10:42:18'],
  ['20110707', '', '07.07.2011'],
  ['', '104218', ''],
  ['unknown', '', ''],
])('a study of %j %j is from %j', (date, time, text) => {
  expect(studyDateTime(date, time)).toBe(text);
});
