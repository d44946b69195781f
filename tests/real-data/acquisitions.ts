import type { AcquisitionCode } from '#contract/acquisitions.ts';

/**
 * What each MR, CT and PET series of the real data is, by a person who read the descriptions of the manifest (docs/decisions/420 tells what the codes
 * mean). Check it by reading the line: `words` is what the manifest has, description then protocol. Series without words are judged by what the
 * manifest says of their set, or by the header, and `by` says so; those that nobody can name stand under UNNAMED and are not counted.
 */
export interface LabelledSeries {
  set: string;
  /** Last letters of the series UID. */
  uid: string;
  words: string;
  truth: AcquisitionCode;
  by?: string;
}

export const LABELLED: readonly LabelledSeries[] = [
  // The prostate: what the codes were made for
  { set: 'mr-prostate-siemens-skyra', uid: '342974687368', words: 't2_tse_sag', truth: 'SAG' },
  { set: 'mr-prostate-siemens-skyra', uid: '274326500702', words: 't2_tse_tra', truth: 'T2W' },
  { set: 'mr-prostate-siemens-skyra', uid: '788528403471', words: 't2_tse_cor', truth: 'COR' },
  { set: 'mr-prostate-siemens-skyra', uid: '899229869284', words: 'ep2d_diff_tra_DYNDIST', truth: 'DWI' },
  { set: 'mr-prostate-siemens-skyra', uid: '041345048780', words: 'ep2d_diff_tra_DYNDIST_ADC', truth: 'ADC' },
  { set: 'mr-prostate-siemens-skyra', uid: '935951983202', words: 'ep2d_diff_tra_DYNDISTCALC_BVAL', truth: 'DWI' },
  { set: 'mr-prostate-siemens-skyra', uid: '122565067276', words: 'tfl_3d PD ref_tra_1.5x1.5_t3', truth: 'NONE' },
  { set: 'mr-prostate-missing-slice', uid: '935951983202', words: 'ep2d_diff_tra_DYNDISTCALC_BVAL', truth: 'DWI' },
  { set: 'mr-prostate-second-patient', uid: '297733452336', words: 't2_loc sag', truth: 'NONE' },
  { set: 'mr-prostate-second-patient', uid: '937402061648', words: 'ep2d_diff_tra_DYNDIST_MIX', truth: 'DWI' },
  { set: 'mr-prostate-second-patient', uid: '155251833954', words: 'ep2d_diff_tra_DYNDIST_MIX_ADC', truth: 'ADC' },
  { set: 'mr-prostate-second-patient', uid: '610146058431', words: 'ep2d_diff_tra_DYNDIST_MIXCALC_BVAL', truth: 'DWI' },
  { set: 'odd-files', uid: '274326500702', words: 't2_tse_tra', truth: 'T2W' },

  // Other MR
  { set: 'mr-brain-siemens-noext', uid: '808736.0.0.0', words: 'AX FSE T2', truth: 'T2W' },
  { set: 'mr-small-reference-siemens', uid: '298251101136', words: '', truth: 'DWI', by: 'the manifest calls it DTI' },
  { set: 'mr-small-reference-siemens', uid: '298244257421', words: '', truth: 'NONE', by: 'inversion time 2200 ms: FLAIR' },
  { set: 'mr-small-reference-siemens', uid: '298250232554', words: '', truth: 'NONE', by: 'inversion time 2200 ms: FLAIR' },
  { set: 'mr-small-reference-siemens', uid: '776959515224', words: 'T1 WM AX', truth: 'NONE' },
  { set: 'mr-brain-siemens-noext', uid: '324478.0.0.0', words: 'Perfusion_Weighted PASL_standard', truth: 'NONE' },
  { set: 'mr-brain-siemens-noext', uid: '424479.0.0.0', words: 'relCBF PASL_standard', truth: 'NONE' },
  { set: 'mr-brain-siemens-noext', uid: '284166.0.0.0', words: 'mocoMEMPRAGE_220FOV RMS', truth: 'NONE' },
  { set: 'mr-enhanced-siemens-xa30', uid: '212511.0.0.0', words: 'Perfusion_Weighted asl_2d_tra', truth: 'NONE' },
  { set: 'mr-enhanced-siemens-xa30', uid: '602701.0.0.0', words: 'anat-T1w_acq-tfl', truth: 'NONE' },
  { set: 'mr-enhanced-siemens-xa30', uid: '004937.0.0.0', words: 'gre_field_mapping', truth: 'NONE' },
  { set: 'mr-enhanced-siemens-xa30', uid: '304938.0.0.0', words: 'gre_field_mapping', truth: 'NONE' },
  { set: 'mr-epi-siemens', uid: '890422.0.0.0', words: 'EPI PE=AP', truth: 'NONE' },
  { set: 'mr-epi-siemens', uid: '190492.0.0.0', words: 'EPI PE=PA', truth: 'NONE' },
  { set: 'mr-epi-siemens', uid: '290597.0.0.0', words: 'EPI PE=RL', truth: 'NONE' },
  { set: 'mr-epi-siemens', uid: '090667.0.0.0', words: 'EPI PE=LR', truth: 'NONE' },
  { set: 'mr-fmri-ge', uid: '37222031.341', words: 'Axial EPI-FMRI (Interleaved I to S)', truth: 'NONE' },
  { set: 'mr-jpeg-lossless-siemens', uid: '937100000296', words: 'anat-T1w_acq-tfl', truth: 'NONE' },
  { set: 'mr-mosaic-planes-siemens', uid: '587443.0.0.0', words: 'ax_desc_36sl', truth: 'NONE', by: 'echo-planar mosaics: fMRI' },
  { set: 'mr-mosaic-planes-siemens', uid: '588126.0.0.0', words: 'cor_asc_36sl', truth: 'NONE', by: 'echo-planar mosaics: fMRI' },
  { set: 'mr-mosaic-planes-siemens', uid: '989916.0.0.0', words: 'sag_int_36sl', truth: 'NONE', by: 'echo-planar mosaics: fMRI' },
  { set: 'transfer-syntaxes', uid: '115754.12432', words: 'FSE PD AXIAL OBL', truth: 'NONE' },
  { set: 'transfer-syntaxes', uid: '.4.834485379', words: 'FLAIR', truth: 'NONE' },
  { set: 'luts-and-overlays', uid: '059300000190', words: 'marked lesion<MPR Collection> t1_vibe_fs_tra_bh_dyn', truth: 'NONE' },
  { set: 'sc-colour', uid: '059300000190', words: 'marked lesion<MPR Collection> t1_vibe_fs_tra_bh_dyn', truth: 'NONE' },
  { set: 'geometry-traps', uid: '581228571744', words: '', truth: 'NONE', by: 'two sagittal and two axial slices: no stack' },
  { set: 'enhanced-small', uid: '992152438492', words: '', truth: 'NONE', by: 'its contrast is T1' },
  { set: 'dicomdir', uid: '.18148.0.475', words: 'FAST LOCALIZER', truth: 'NONE' },
  { set: 'dicomdir', uid: '.18148.0.134', words: 'FAST LOCALIZER', truth: 'NONE' },
  { set: 'dicomdir', uid: '5.18148.0.15', words: 'FAST LOCALIZER', truth: 'NONE' },
  { set: 'dicomdir', uid: '.18148.0.481', words: 'FAST LOCALIZER', truth: 'NONE' },
  { set: 'dicomdir', uid: '.18148.0.136', words: 'T/S/C RF FAST PILOT', truth: 'NONE' },
  { set: 'dicomdir', uid: '5.18148.0.17', words: 'T/S/C RF FAST PILOT', truth: 'NONE' },
  { set: 'dicomdir', uid: '.18148.0.118', words: 'ANGIO Projected from   C', truth: 'NONE' },

  // CT and PET
  { set: 'ct-abdomen-philips', uid: '280013275227', words: '', truth: 'AR', by: '41 axial slices of an abdomen' },
  { set: 'dicomdir', uid: '51.28319.0.2', words: 'Routine Brain', truth: 'AR' },
  { set: 'dicomdir', uid: '04.16302.0.6', words: 'SmartScore - Gated 0.5 sec', truth: 'AR' },
  { set: 'dicomdir', uid: '04.16302.0.2', words: 'Scout', truth: 'NONE' },
  { set: 'enhanced-ct-multiframe', uid: '562673.14401', words: '', truth: 'NONE', by: 'its image type is RCBF: a map' },
  {
    set: 'pet-cps-1023',
    uid: '937979788256',
    words: 'PET WB_0',
    truth: 'NONE',
    by: 'no acquisition is known for PET (FIRST_ACQUISITIONS)',
  },
];

/** Single slices, test patterns and copies of one slice, without words and without a set that tells. */
export const UNNAMED: readonly Pick<LabelledSeries, 'set' | 'uid'>[] = [
  { set: 'enhanced-small', uid: '021610793828' },
  { set: 'odd-files', uid: '021610793828' },
  { set: 'odd-files', uid: '992152438492' },
  { set: 'odd-files', uid: '550003340146' },
  { set: 'odd-files', uid: '88618e7d4d7b' },
  { set: 'odd-files', uid: '6185059.5457' },
  { set: 'odd-files', uid: '707551399667' },
  { set: 'geometry-traps', uid: '512040321185' },
  { set: 'geometry-traps', uid: '861615759294' },
  { set: 'transfer-syntaxes', uid: '6185059.5457' },
  { set: 'transfer-syntaxes', uid: '90524.214221' },
  { set: 'transfer-syntaxes', uid: '08063649.855' },
  { set: 'transfer-syntaxes', uid: '78668949.890' },
  { set: 'transfer-syntaxes', uid: '3419.1802493' },
  { set: 'transfer-syntaxes', uid: '072730.12322' },
];
