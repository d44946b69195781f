/** A coded concept (PS3.3 8.8). */
export interface Code {
  value: string;
  /** `SCT`, `DCM`, `UCUM`, `SRT` and so on. */
  scheme: string;
  meaning: string;
}
