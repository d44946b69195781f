/** What the process is given beside the files, and what it says back, once. */
export interface Dcm2niixRun {
  /** The files together may not inflate to more. */
  maxInputBytes: number;
}
export interface Dcm2niixOutput {
  /** Files of the output folder. */
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** The WASM build of dcm2niix as Emscripten wraps it; the package declares only its browser side. */
export interface Dcm2niixModule {
  FS: {
    mkdir(path: string): void;
    /** With `canOwn` it keeps the bytes themselves, no copy. */
    writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    readdir(path: string): string[];
    unlink(path: string): void;
  };
  callMain(args: string[]): number;
}
export type CreateDcm2niix = (options: {
  /** `receive` takes an instance of the module and gives its exports. */
  instantiateWasm(imports: object, receive: (instance: object) => object): object;
  noInitialRun: true;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Dcm2niixModule>;

/**
 * Uncompressed volumes (compressing was ten times the conversion), a sidecar without patient data, and nothing cropped, merged by force
 * or scaled: the voxels are those of the reference converter, byte for byte.
 */
export const DCM2NIIX_ARGUMENTS = ['-b', 'y', '-ba', 'y', '-z', 'n', '-f', '%s_%d', '-o', '/out', '/in'] as const;
