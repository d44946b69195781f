import type { FindingCode, FindingSaid, FindingSeverity } from '#contract/quality.ts';
import { t } from '#language/t.ts';
import { formatFigure } from '#language/numbers.ts';
import type { BodyPart } from '#model/studies/body-part.ts';

export const FINDING_NAMES: Record<FindingCode, string> = {
  'missing-slices': t('Slices are missing'),
  'unequal-spacing': t('Unequal slice distances'),
  'repeated-positions': t('Several images at a position'),
  'incomplete-acquisition': t('Incomplete acquisition'),
  'lossy-compression': t('Lossy compression'),
  'burned-in-text': t('Text in the image'),
  'wrong-body-part': t('Another body part'),
  'mixed-body-parts': t('Several body parts'),
  'duplicate-images': t('Same images in another study'),
  'duplicate-pixels': t('Same pixels in another study'),
};

export const SEVERITY_NAMES: Record<FindingSeverity, string> = { info: t('Info'), warning: t('Warning'), error: t('Error') };

/** The numbers that show it, in a sentence. */
export function findingInWords(said: FindingSaid): string {
  switch (said.code) {
    case 'missing-slices':
      return t('{missing, plural, one {# slice} other {# slices}} missing between {present}, which are {step} mm apart.', {
        missing: said.missing,
        present: said.present,
        step: formatFigure(said.stepMm),
      });
    case 'unequal-spacing':
      return t(
        'Most slices are {usual} mm apart; {unusual, plural, one {# distance differs} other {# distances differ}}, from {smallest} to {largest} mm.',
        {
          usual: formatFigure(said.usualMm),
          unusual: said.unusual,
          smallest: formatFigure(said.smallestMm),
          largest: formatFigure(said.largestMm),
        },
      );
    case 'repeated-positions':
      return t('{positions, plural, one {# position} other {# positions}} with up to {images} images.', {
        positions: said.positions,
        images: said.images,
      });
    case 'incomplete-acquisition':
      return incompleteText(said);
    case 'lossy-compression':
      return t('{images} of {total, plural, one {# image} other {# images}} compressed with losses.', {
        images: said.images,
        total: said.of,
      });
    case 'burned-in-text':
      return said.stated
        ? t('The header says so of {images} of {total, plural, one {# image} other {# images}}.', { images: said.images, total: said.of })
        : t('Usual for this kind of image; {images, plural, one {# image} other {# images}}.', { images: said.images });
    case 'wrong-body-part':
      return t('The header says {written}, the study {study}.', { written: partName(said.written), study: partName(said.study) });
    case 'mixed-body-parts':
      return t('The headers say {parts}.', { parts: said.parts.map(partName).join(', ') });
    case 'duplicate-images':
      return t('{images} of {total, plural, one {# image} other {# images}} of this study.', { images: said.images, total: said.of });
    case 'duplicate-pixels':
      return t('{volumes} of {total, plural, one {# volume} other {# volumes}} of this study, under other UIDs.', {
        volumes: said.volumes,
        total: said.of,
      });
  }
}

function incompleteText({ of, present, expected }: Extract<FindingSaid, { code: 'incomplete-acquisition' }>): string {
  const values = { present, expected };
  switch (of) {
    case 'images':
      return t('{present} of {expected} images.', values);
    case 'frames':
      return t('{present} of {expected} frames.', values);
    case 'slices':
      return t('{present} of {expected} slices.', values);
    case 'times':
      return t('{present} of {expected} times.', values);
    case 'positions':
      return t('{present} of {expected} positions have all their images.', values);
  }
}

/** What to do about it. */
export const FINDING_ADVICE: Record<FindingCode, string> = {
  'missing-slices': t('Send the missing slices, or use the series only slice by slice.'),
  'unequal-spacing': t('Check whether slices are missing. Planes and 3D are not available for this series.'),
  'repeated-positions': t('Usual for series over time, echoes or b-values. Otherwise check whether images were sent twice.'),
  'incomplete-acquisition': t('Look in the archive for the rest, and send it.'),
  'lossy-compression': t('Use the original images for measurements and models, if there are any.'),
  'burned-in-text': t('Look for names in the images before the study leaves the team.'),
  'wrong-body-part': t('Check whether the series belongs to this study, and whether the body part of the study is right.'),
  'mixed-body-parts': t('Check whether all series belong to this study.'),
  'duplicate-images': t('Keep one of the studies, so that a dataset has no case twice.'),
  'duplicate-pixels': t('Keep one of the studies, so that a dataset has no case twice.'),
};

const PART_NAMES: Readonly<Record<BodyPart, string>> = {
  abdomen: t('abdomen'),
  ankle: t('ankle'),
  brain: t('brain'),
  breast: t('breast'),
  chest: t('chest'),
  elbow: t('elbow'),
  extremity: t('extremity'),
  eye: t('eye'),
  femur: t('femur'),
  foot: t('foot'),
  hand: t('hand'),
  head: t('head'),
  heart: t('heart'),
  hip: t('hip'),
  kidney: t('kidney'),
  knee: t('knee'),
  liver: t('liver'),
  lung: t('lung'),
  neck: t('neck'),
  pancreas: t('pancreas'),
  pelvis: t('pelvis'),
  prostate: t('prostate'),
  shoulder: t('shoulder'),
  skull: t('skull'),
  spine: t('spine'),
  thyroid: t('thyroid'),
  uterus: t('uterus'),
  vessels: t('vessels'),
  'whole-body': t('whole body'),
  wrist: t('wrist'),
};

/** Slugs of body parts that a team has added are words, too. */
const partName = (slug: string): string => PART_NAMES[slug as BodyPart] ?? slug.replaceAll('-', ' ');
