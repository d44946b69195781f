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

/** Surfaces on a canvas, drawn by WebGL. The scene is the patient: mm, in the coordinates of DICOM. */
export class SurfaceScene {
  readonly renderer: WebGLRenderer;
  readonly meshes = new SurfaceMeshes();
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #light = new DirectionalLight(0xffffff, FROM_VIEWER);
  readonly #isSlow: boolean;
  #around: Sphere | null = null;
  #again: () => void = () => undefined;

  /** Throws without WebGL. */
  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: false, powerPreference: 'low-power' });
    this.renderer.localClippingEnabled = true;
    this.#isSlow = isSoftware(this.renderer.getContext());
    this.#scene.add(new AmbientLight(0xffffff, AROUND), this.#camera, this.#light, this.#light.target, this.meshes.group);
  }

  show(surfaces: readonly ShownSurface[]): void {
    this.meshes.show(surfaces);
    this.#keepInSight();
  }

  cut(cut: CutPlane | null): void {
    this.meshes.cut(cut);
  }

  /** The surfaces are shown in a room, and come back. */
  takeBack(): void {
    this.meshes.group.matrix.identity();
    this.#scene.add(this.meshes.group);
    this.#again();
  }

  /** Fits again only if something is beyond the edge, so that the picture does not jump with each stroke. */
  #keepInSight(): void {
    const around = this.meshes.around();
    if (around === null || this.#around === null) return void (this.#around = around);
    const { center, radius } = this.#around;
    if (center.distanceTo(around.center) + around.radius > radius / FILLED) this.#around = around;
  }

  /** All of them fit again at zoom 1. */
  fit(): void {
    this.#around = this.meshes.around();
  }

  draw({ facing, zoom }: View, { width, height }: Size, isMoving: boolean): void {
    this.#again = () => this.draw({ facing, zoom }, { width, height }, false);
    // A headset draws at its own pace.
    if (width === 0 || height === 0 || this.renderer.xr.isPresenting) return;
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    this.renderer.setPixelRatio(this.#isSlow && isMoving ? ratio / 2 : ratio);
    this.renderer.setSize(width, height, false);
    const { center, radius } = this.#around ?? new Sphere(new Vector3(), 1);
    const scale = radius / (Math.min(width, height) / 2) / FILLED / zoom;
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
    this.renderer.render(this.#scene, this.#camera);
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
    this.renderer.dispose();
  }
}

/** Names of drivers that draw without a graphics processor. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

function isSoftware(context: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = context.getExtension('WEBGL_debug_renderer_info');
  return info !== null && SOFTWARE.test(String(context.getParameter(info.UNMASKED_RENDERER_WEBGL)));
}
