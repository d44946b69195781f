/** Chooses the class with the highest value at each voxel, slice by slice, and measures how undecided the model is. */
export class ClassChoice {
  /** Places in the output: 0 is the background. */
  readonly labels: Uint8Array;
  readonly #classes: number;
  readonly #plane: number;
  #entropy = 0;
  #foreground = 0;

  /** `classes`: with the background. */
  constructor(size: readonly [number, number, number], classes: number) {
    this.labels = new Uint8Array(size[0] * size[1] * size[2]);
    this.#classes = classes;
    this.#plane = size[0] * size[1];
  }

  /** Softmax values of a slice: classes x rows x columns. Of equal values, the first class has it. */
  take(slice: number, values: Float32Array): void {
    for (let voxel = 0; voxel < this.#plane; voxel += 1) {
      let best = 0;
      let most = values[voxel]!;
      for (let each = 1; each < this.#classes; each += 1) {
        const value = values[each * this.#plane + voxel]!;
        if (value <= most) continue;
        best = each;
        most = value;
      }
      if (best === 0) continue;
      this.labels[slice * this.#plane + voxel] = best;
      this.#foreground += 1;
      this.#entropy += this.#entropyAt(values, voxel);
    }
  }

  /** In nats, over the voxels that are not background; null if there are none. */
  meanEntropy(): number | null {
    return this.#foreground === 0 ? null : this.#entropy / this.#foreground;
  }

  #entropyAt(values: Float32Array, voxel: number): number {
    let entropy = 0;
    for (let at = voxel; at < this.#classes * this.#plane; at += this.#plane) {
      const value = values[at]!;
      if (value > 0) entropy -= value * Math.log(value);
    }
    return entropy;
  }
}
