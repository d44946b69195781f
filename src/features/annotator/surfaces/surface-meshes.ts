import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  Mesh,
  MeshLambertMaterial,
  Plane,
  Vector3,
  type Sphere,
} from 'three';
import type { SmoothSurface } from '#workers/surfaces/types.ts';
import type { CutPlane } from './cut-plane.ts';
import type { ShownSurface } from './surface-store.ts';

type SurfaceMesh = Mesh<BufferGeometry, MeshLambertMaterial>;

/** Surfaces as meshes of one group, in mm, in the patient coordinates of DICOM. The group stands wherever its scene puts it. */
export class SurfaceMeshes {
  readonly group = new Group();
  readonly #meshes = new Map<string, SurfaceMesh>();
  readonly #made = new Map<string, SmoothSurface>();
  /** In the coordinates of the scene, as three wants it. */
  readonly #plane = new Plane();
  #cut: CutPlane | null = null;

  constructor() {
    this.group.matrixAutoUpdate = false;
  }

  get all(): SurfaceMesh[] {
    return [...this.#meshes.values()];
  }

  /** Those that stay the same are not sent to the graphics again. */
  show(surfaces: readonly ShownSurface[]): void {
    for (const [segment, mesh] of this.#meshes)
      if (!surfaces.some((one) => one.segment === segment && one.surface !== null)) this.#remove(segment, mesh);
    for (const { segment, surface, colour, opacity } of surfaces) {
      if (surface === null) continue;
      const mesh = this.#meshes.get(segment) ?? this.#add(segment);
      if (this.#made.get(segment) !== surface) {
        mesh.geometry.dispose();
        mesh.geometry = geometryOf(surface);
        this.#made.set(segment, surface);
      }
      const { material } = mesh;
      material.color.set(colour);
      if (material.transparent !== opacity < 1) material.needsUpdate = true;
      Object.assign(material, { opacity, transparent: opacity < 1, depthWrite: opacity >= 1 });
      // What is seen through comes last, the faintest on top.
      mesh.renderOrder = -opacity;
    }
  }

  /** The inside is seen where something is cut away. */
  cut(cut: CutPlane | null): void {
    const isOther = (cut === null) !== (this.#cut === null);
    this.#cut = cut;
    if (isOther) for (const { material } of this.all) this.#clip(material);
  }

  /** Before a picture: the plane goes where the group is. */
  place(): void {
    this.group.updateMatrixWorld(true);
    if (this.#cut === null) return;
    const { normal, offsetMm } = this.#cut;
    this.#plane.set(new Vector3(...normal), -offsetMm).applyMatrix4(this.group.matrixWorld);
  }

  around(): Sphere | null {
    const [first, ...others] = this.all.map(({ geometry }) => geometry.boundingSphere!);
    return first === undefined ? null : others.reduce((all, one) => all.union(one), first.clone());
  }

  end(): void {
    for (const [segment, mesh] of this.#meshes) this.#remove(segment, mesh);
  }

  #clip(material: MeshLambertMaterial): void {
    material.clippingPlanes = this.#cut === null ? null : [this.#plane];
    material.side = this.#cut === null ? FrontSide : DoubleSide;
    material.needsUpdate = true;
  }

  #add(segment: string): SurfaceMesh {
    const mesh = new Mesh(new BufferGeometry(), new MeshLambertMaterial());
    this.#clip(mesh.material);
    this.#meshes.set(segment, mesh);
    this.group.add(mesh);
    return mesh;
  }

  #remove(segment: string, mesh: SurfaceMesh): void {
    this.group.remove(mesh);
    mesh.geometry.dispose();
    mesh.material.dispose();
    this.#meshes.delete(segment);
    this.#made.delete(segment);
  }
}

function geometryOf({ points, normals, triangles }: SmoothSurface): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  geometry.computeBoundingSphere();
  return geometry;
}
