/** Input of the process in addition to the files, and its answer. */
export interface Dcm2niixRun {
  /** Limit for all files together when inflated. */
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
    /** With `canOwn` it keeps the bytes themselves without a copy. */
    writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean }): void;
    readFile(path: string): Uint8Array<ArrayBuffer>;
    readdir(path: string): string[];
    unlink(path: string): void;
  };
  callMain(args: string[]): number;
}
export type CreateDcm2niix = (options: {
  /** `receive` takes an instance of the module and returns its exports. */
  instantiateWasm(imports: object, receive: (instance: object) => object): object;
  noInitialRun: true;
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<Dcm2niixModule>;

/**
 * Uncompressed volumes (compression took ten times as long as the conversion), a sidecar without patient data, and no cropping, forced merging or
 * scaling: the voxels equal those of the reference converter, byte for byte.
 */
export const DCM2NIIX_ARGUMENTS = ['-b', 'y', '-ba', 'y', '-z', 'n', '-f', '%s_%d', '-o', '/out', '/in'] as const;
