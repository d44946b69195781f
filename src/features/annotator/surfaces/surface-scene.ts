import {
  AmbientLight,
  DirectionalLight,
  Matrix4,
  OrthographicCamera,
  Raycaster,
  Scene,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import type { Vector } from '#model/pictures/geometry.ts';
import { VolumePass, type Around3d, type ShownVolume } from '#features/annotator/volume/volume-pass.ts';
import type { CutPlane } from './cut-plane.ts';
import { SurfaceMeshes } from './surface-meshes.ts';
import type { ShownSurface } from './surface-store.ts';
import { towardsViewer, type View } from './turn-view.ts';

interface Size {
  width: number;
  height: number;
}

/** Part of the pane that all surfaces take at zoom 1. */
const FILLED = 0.86;
/** Part of the light that comes from everywhere: what faces away is still seen. */
const [AROUND, FROM_VIEWER] = [0.9, 2.4];
const SOLID = 0.6;
/** On a graphics processor, and without one: 256³, and as many as a PET of the whole body has. */
const [MANY_VOXELS, FEW_VOXELS] = [16_777_216, 6_000_000];
/** Of a volume, without a graphics processor. */
const [PIXELS_MOVING, PIXELS_AT_REST] = [40_000, 200_000];

/** Surfaces on a canvas, drawn by WebGL. The scene is the patient: mm, in the coordinates of DICOM. */
export class SurfaceScene {
  readonly renderer: WebGLRenderer;
  readonly meshes = new SurfaceMeshes();
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #light = new DirectionalLight(0xffffff, FROM_VIEWER);
  readonly #isSlow: boolean;
  #volume: VolumePass | null = null;
  #around: Around3d | null = null;
  #again: () => void = () => undefined;

  /** Throws without WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false, powerPreference: 'low-power' });
    this.renderer.localClippingEnabled = true;
    this.#isSlow = isSoftware(this.renderer.getContext());
    this.#scene.add(new AmbientLight(0xffffff, AROUND), this.#camera, this.#light, this.#light.target, this.meshes.group);
  }

  /** Voxels of a volume that are drawn fast enough. */
  get mostVoxels(): number {
    return this.#isSlow ? FEW_VOXELS : MANY_VOXELS;
  }

  show(surfaces: readonly ShownSurface[], volume: ShownVolume | null): void {
    this.meshes.show(surfaces);
    if ((volume === null) !== (this.#volume === null)) this.#around = null;
    if (volume === null) {
      this.#volume?.end();
      this.#volume = null;
    } else {
      this.#volume ??= new VolumePass();
      this.#volume.show(volume);
    }
    this.#keepInSight();
  }

  cut(cut: CutPlane | null): void {
    this.meshes.cut(cut);
    this.#volume?.cut(cut);
  }

  /** The surfaces are shown in a room, and come back. */
  takeBack(): void {
    this.meshes.group.matrix.identity();
    this.#scene.add(this.meshes.group);
    this.#again();
  }

  /** Fits again only if something is beyond the edge, so that the picture does not jump with each stroke. */
  #keepInSight(): void {
    const around = this.#aroundAll();
    if (around === null || this.#around === null) return void (this.#around = around);
    const { sphere } = this.#around;
    if (sphere.center.distanceTo(around.sphere.center) + around.sphere.radius > sphere.radius / FILLED) this.#around = around;
  }

  /** All of them fit again at zoom 1. */
  fit(): void {
    this.#around = this.#aroundAll();
  }

  #aroundAll(): Around3d | null {
    const sphere = this.meshes.around();
    const surfaces = sphere && { sphere, halfWidth: sphere.radius, halfHeight: sphere.radius };
    // Segments lie within it.
    return this.#volume?.around() ?? surfaces;
  }

  draw({ facing, zoom }: View, { width, height }: Size, isMoving: boolean): void {
    this.#again = () => this.draw({ facing, zoom }, { width, height }, false);
    // A headset draws at its own pace.
    if (width === 0 || height === 0 || this.renderer.xr.isPresenting) return;
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(this.#isSlow ? Math.min(ratio, this.#slowRatio(width * height, isMoving)) : ratio);
    this.renderer.setSize(width, height, false);
    const { sphere, halfWidth, halfHeight } = this.#around ?? { sphere: new Sphere(new Vector3(), 1), halfWidth: 1, halfHeight: 1 };
    const { center, radius } = sphere;
    const scale = Math.max((2 * halfWidth) / width, (2 * halfHeight) / height) / FILLED / zoom;
    const far = 8 * radius;
    Object.assign(this.#camera, {
      ...{ left: (-width / 2) * scale, right: (width / 2) * scale, top: (height / 2) * scale, bottom: (-height / 2) * scale },
      ...{ near: 0, far },
    });
    this.#camera.updateProjectionMatrix();
    const back = new Vector3(...towardsViewer(facing));
    const up = new Vector3(...facing.below).negate();
    this.#camera.quaternion.setFromRotationMatrix(new Matrix4().makeBasis(new Vector3(...facing.right), up, back));
    this.#camera.position.copy(center).addScaledVector(back, far / 2);
    // A little from above and the left, so that shapes are told apart.
    this.#light.position
      .copy(center)
      .addScaledVector(back, far)
      .addScaledVector(up, far / 3)
      .addScaledVector(new Vector3(...facing.right), -far / 4);
    this.#light.target.position.copy(center);
    this.#camera.updateMatrixWorld();
    this.meshes.place();
    if (this.#volume === null) return this.renderer.render(this.#scene, this.#camera);
    const towardsLight = this.#light.position.clone().sub(center).normalize();
    const surfaces = this.meshes.all.length > 0 ? this.#scene : null;
    this.#volume.draw(this.renderer, surfaces, {
      camera: this.#camera,
      farMm: far,
      towardsLight,
      stepVoxels: (this.#isSlow ? 1 : 0.5) * (isMoving ? 2 : 1),
    });
  }

  /** Without a graphics processor a pixel of a volume costs a thousand times one of a surface, and nothing else is drawn meanwhile. */
  #slowRatio(pixels: number, isMoving: boolean): number {
    if (this.#volume === null) return isMoving ? 0.5 : Infinity;
    return Math.sqrt((isMoving ? PIXELS_MOVING : PIXELS_AT_REST) / pixels);
  }

  /** Where a point of the patient is on the canvas, in CSS pixels from its middle. */
  toCanvas(point: Vector, { width, height }: Size): { x: number; y: number } {
    const { x, y } = new Vector3(...point).project(this.#camera);
    return { x: (x * width) / 2, y: (-y * height) / 2 };
  }

  /** The line of the patient that is seen as one point of the canvas: from the viewer, for so many mm; null: nothing is shown. */
  lineAt({ x, y }: { x: number; y: number }, { width, height }: Size): { from: Vector; direction: Vector; mm: number } | null {
    if (this.#around === null) return null;
    const from = new Vector3((2 * x) / width, (-2 * y) / height, -1).unproject(this.#camera);
    const to = new Vector3((2 * x) / width, (-2 * y) / height, 1).unproject(this.#camera);
    const mm = from.distanceTo(to);
    return { from: from.toArray(), direction: to.sub(from).divideScalar(mm).toArray(), mm };
  }

  /** The place in the patient under a point of the canvas (CSS pixels from its middle): of a surface that hides others, else of the nearest one; null: none. */
  pick({ x, y }: { x: number; y: number }, { width, height }: Size): Vector | null {
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * x) / width, (-2 * y) / height), this.#camera);
    const hits = caster.intersectObjects(this.meshes.all, false);
    const hit = hits.find(({ object }) => this.meshes.all.some((mesh) => mesh === object && mesh.material.opacity >= SOLID)) ?? hits[0];
    return hit ? [hit.point.x, hit.point.y, hit.point.z] : null;
  }

  end(): void {
    this.#again = () => undefined;
    this.meshes.end();
    this.#volume?.end();
    this.renderer.dispose();
  }
}

/** Names of drivers that draw without a graphics processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function isSoftware(context: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return info !== null && SOFTWARE.test(String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}
