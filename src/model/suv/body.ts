/**
 * Lean body mass in kg by James (1976), as PET profiles mean it (DICOM CID 85: SUV lean body mass calculation method); null for a patient whose sex
 * the header does not name, and where the formula ends, for a very heavy one.
 */
export function leanBodyMassKg(weightKg: number, heightCm: number, sex: string): number | null {
  const ratio = (weightKg / heightCm) ** 2;
  const mass = sex === 'M' ? 1.1 * weightKg - 128 * ratio : sex === 'F' ? 1.07 * weightKg - 148 * ratio : null;
  return mass !== null && mass > 0 ? mass : null;
}

/** By Du Bois and Du Bois (1916). */
export function bodySurfaceCm2(weightKg: number, heightCm: number): number {
  return 71.84 * weightKg ** 0.425 * heightCm ** 0.725;
}
