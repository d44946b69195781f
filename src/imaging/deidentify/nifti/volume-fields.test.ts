import { expect, test } from 'vitest';
import { BEHIND_VOXELS, EXTENSIONS, GZIP_FIELDS, TEXT_FIELDS } from './volume-fields.ts';

/** Fields with their sizes in bytes, in their order, as nifti1.h and nifti2.h declare them. */
const NIFTI_1 = `sizeof_hdr 4, data_type 10, db_name 18, extents 4, session_error 2, regular 1, dim_info 1, dim 16, intent_p1 4, intent_p2 4,
  intent_p3 4, intent_code 2, datatype 2, bitpix 2, slice_start 2, pixdim 32, vox_offset 4, scl_slope 4, scl_inter 4, slice_end 2, slice_code 1,
  xyzt_units 1, cal_max 4, cal_min 4, slice_duration 4, toffset 4, glmax 4, glmin 4, descrip 80, aux_file 24, qform_code 2, sform_code 2,
  quatern_b 4, quatern_c 4, quatern_d 4, qoffset_x 4, qoffset_y 4, qoffset_z 4, srow_x 16, srow_y 16, srow_z 16, intent_name 16, magic 4`;
const NIFTI_2 = `sizeof_hdr 4, magic 8, datatype 2, bitpix 2, dim 64, intent_p1 8, intent_p2 8, intent_p3 8, pixdim 64, vox_offset 8, scl_slope 8,
  scl_inter 8, cal_max 8, cal_min 8, slice_duration 8, toffset 8, slice_start 8, slice_end 8, descrip 80, aux_file 24, qform_code 4, sform_code 4,
  quatern_b 8, quatern_c 8, quatern_d 8, qoffset_x 8, qoffset_y 8, qoffset_z 8, srow_x 32, srow_y 32, srow_z 32, slice_code 4, xyzt_units 4,
  intent_code 4, intent_name 16, dim_info 1, unused_str 15`;

test.each([
  [1, NIFTI_1, 348, ['data_type', 'db_name', 'descrip', 'aux_file', 'intent_name']],
  [2, NIFTI_2, 540, ['descrip', 'aux_file', 'intent_name', 'unused_str']],
] as const)('the texts of NIfTI-%i are at the offsets that its header declares', (version, header, size, texts) => {
  const places: { field: string; offset: number; length: number }[] = [];
  let at = 0;
  for (const [, field = '', bytes = ''] of header.matchAll(/(\w+) (\d+)/g)) {
    places.push({ field, offset: at, length: Number(bytes) });
    at += Number(bytes);
  }
  expect(at).toBe(size);
  expect(TEXT_FIELDS[version].map(({ field, offset, length }) => ({ field, offset, length }))).toEqual(
    places.filter(({ field }) => (texts as readonly string[]).includes(field)),
  );
});

test('a gzip member is identified by FEXTRA, FNAME, FCOMMENT and MTIME', () => {
  expect(Object.fromEntries(Object.entries(GZIP_FIELDS).map(([key, { field }]) => [key, field]))).toEqual({
    ...{ extra: 'FEXTRA', name: 'FNAME', comment: 'FCOMMENT', time: 'MTIME' },
  });
});

test('each field has a readable name, unique within its version', () => {
  for (const version of [1, 2] as const) {
    const names = [...TEXT_FIELDS[version], EXTENSIONS, BEHIND_VOXELS, ...Object.values(GZIP_FIELDS)].map(({ name }) => name);
    for (const name of names) expect(name).toMatch(/^[A-Z][a-zA-Z, ]{4,}$/);
    expect(new Set(names).size).toBe(names.length);
  }
});
