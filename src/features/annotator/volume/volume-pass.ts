import {
  BackSide,
  BoxGeometry,
  Color,
  CustomBlending,
  Data3DTexture,
  DataTexture,
  DepthTexture,
  GLSL3,
  HalfFloatType,
  LinearFilter,
  Matrix3,
  Matrix4,
  Mesh,
  NearestFilter,
  OneFactor,
  OneMinusSrcAlphaFactor,
  PlaneGeometry,
  RedFormat,
  RGBAFormat,
  Scene,
  ShaderMaterial,
  Sphere,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  type OrthographicCamera,
  type WebGLRenderer,
} from 'three';
import type { CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import { blocksSeen, type LookTable, type VolumeBox } from '#workers/voxels/handle.ts';
import { COPY, FRAGMENT, VERTEX } from './volume-shader.ts';

/** A volume, and how it is shown. */
export interface ShownVolume {
  box: VolumeBox;
  table: LookTable;
  show: 'max' | 'rendered';
  /** What opacities of 1 mm are multiplied with. */
  density: number;
}

/** Where there is something to see, in mm. */
export interface Around3d {
  sphere: Sphere;
  /** Of all that is seen from any side while the head is up. */
  halfWidth: number;
  halfHeight: number;
}

interface Picture {
  camera: OrthographicCamera;
  /** From the camera to where its picture ends. */
  farMm: number;
  towardsLight: Vector3;
  /** Of a ray. Light needs the surface to be met closely. */
  stepVoxels: number;
}

const NO_DATA = new DataTexture();

/** Draws a volume by casting rays through a 3D texture, over the picture of the surfaces. */
export class VolumePass {
  readonly #scene = new Scene();
  readonly #under = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({ ...COPY, depthTest: false, depthWrite: false, uniforms: { picture: { value: null } } }),
  );
  readonly #mesh: Mesh<BoxGeometry, ShaderMaterial>;
  readonly #target = new WebGLRenderTarget(1, 1, { samples: 4, depthTexture: new DepthTexture(1, 1) });
  readonly #background = new Color();
  #box: VolumeBox | null = null;
  #table: LookTable | null = null;
  #voxels: Data3DTexture | null = null;
  #blocks: Data3DTexture | null = null;
  #colours: DataTexture | null = null;
  #shown: ShownVolume['show'] | null = null;
  #voxelMm = 1;
  #cut: CutPlane | null = null;

  constructor() {
    const uniform = (value: unknown): { value: unknown } => ({ value });
    const material = new ShaderMaterial({
      ...{ vertexShader: VERTEX, fragmentShader: FRAGMENT, glslVersion: GLSL3, side: BackSide },
      ...{ transparent: true, depthTest: false, depthWrite: false },
      ...{ blending: CustomBlending, blendSrc: OneFactor, blendDst: OneMinusSrcAlphaFactor },
      uniforms: {
        ...{ voxels: uniform(null), blocks: uniform(null), table: uniform(null), depths: uniform(NO_DATA), hasSurfaces: uniform(false) },
        ...{ pixels: uniform(new Vector2()), farMm: uniform(1), ray: uniform(new Vector3()), stepMm: uniform(1) },
        ...{ isMax: uniform(true), range: uniform(new Vector2(0, 1)), density: uniform(1), hasLight: uniform(true), edge: uniform(1) },
        ...{ toPatient: uniform(new Matrix3()), towardsLight: uniform(new Vector3()) },
        ...{ hasCut: uniform(false), cutNormal: uniform(new Vector3()), cutOffset: uniform(0) },
      },
    });
    const unit = new BoxGeometry();
    unit.translate(0.5, 0.5, 0.5);
    this.#mesh = new Mesh(unit, material);
    this.#mesh.matrixAutoUpdate = false;
    this.#mesh.frustumCulled = false;
    this.#under.frustumCulled = false;
    this.#under.renderOrder = -1;
    this.#scene.add(this.#under, this.#mesh);
  }

  show({ box, table, show, density }: ShownVolume): void {
    const { uniforms } = this.#mesh.material;
    if (this.#box !== box) this.#take(box);
    if (this.#table !== table || this.#shown !== show) this.#lookFor(box, table, show);
    if (this.#table !== table) {
      this.#table = table;
      this.#colours?.dispose();
      this.#colours = new DataTexture(table.pixels, table.pixels.length / 4, 1, RGBAFormat);
      Object.assign(this.#colours, { minFilter: LinearFilter, magFilter: LinearFilter, needsUpdate: true });
      uniforms.table!.value = this.#colours;
    }
    this.#shown = show;
    const range = box.high - box.low || 1;
    uniforms.range!.value.set((table.low - box.low) / range, range / (table.high - table.low || 1));
    const usual = (box.percentiles.high - box.percentiles.low || range) / range;
    uniforms.edge!.value = (EDGE * this.#voxelMm) / usual;
    uniforms.isMax!.value = show === 'max';
    uniforms.density!.value = density;
    // An inverted maximum is dark on white.
    const [red = 0, green = 0, blue = 0] = show === 'max' ? table.pixels : [];
    this.#background.setRGB(red / 255, green / 255, blue / 255);
  }

  cut(cut: CutPlane | null): void {
    this.#cut = cut;
  }

  /** Around what there is to see. */
  around(): Around3d {
    const { corners } = this.#box!;
    const points = Array.from({ length: corners.length / 3 }, (_, at) => new Vector3().fromArray(corners, 3 * at));
    const sphere = new Sphere().setFromPoints(points);
    const fromMiddle = points.map((point) => point.sub(sphere.center));
    return {
      sphere,
      halfWidth: Math.max(...fromMiddle.map(({ x, y }) => Math.hypot(x, y))),
      halfHeight: Math.max(...fromMiddle.map(({ z }) => Math.abs(z))),
    };
  }

  draw(renderer: WebGLRenderer, surfaces: Scene | null, { camera, farMm, towardsLight, stepVoxels }: Picture): void {
    const { uniforms } = this.#mesh.material;
    const pixels = renderer.getDrawingBufferSize(new Vector2());
    this.#under.visible = surfaces !== null;
    if (surfaces !== null) {
      this.#target.setSize(pixels.x, pixels.y);
      renderer.setRenderTarget(this.#target);
      renderer.clear();
      renderer.render(surfaces, camera);
      renderer.setRenderTarget(null);
      this.#under.material.uniforms.picture!.value = this.#target.texture;
    }
    const patient = this.#mesh.matrix;
    const toPlaces = patient.clone().invert();
    const direction = new Vector3(0, 0, -1).transformDirection(camera.matrixWorld);
    const ray = direction.clone().applyMatrix3(new Matrix3().setFromMatrix4(toPlaces));
    // A direction along an axis must not be divided by zero.
    for (const axis of ['x', 'y', 'z'] as const) if (Math.abs(ray[axis]) < TINY) ray[axis] = TINY;
    uniforms.ray!.value = ray;
    uniforms.farMm!.value = farMm;
    uniforms.pixels!.value = pixels;
    uniforms.hasSurfaces!.value = surfaces !== null;
    uniforms.depths!.value = surfaces === null ? NO_DATA : this.#target.depthTexture;
    uniforms.stepMm!.value = this.#voxelMm * stepVoxels;
    uniforms.hasLight!.value = stepVoxels <= 1;
    uniforms.toPatient!.value.setFromMatrix4(toPlaces).transpose();
    uniforms.towardsLight!.value = towardsLight;
    uniforms.hasCut!.value = this.#cut !== null;
    if (this.#cut !== null) this.#placeCut(this.#cut);
    renderer.setClearColor(this.#background, 1);
    renderer.render(this.#scene, camera);
    renderer.setClearColor(0, 1);
  }

  end(): void {
    this.#voxels?.dispose();
    this.#blocks?.dispose();
    this.#colours?.dispose();
    this.#target.dispose();
    this.#target.depthTexture?.dispose();
    for (const { geometry, material } of [this.#mesh, this.#under]) {
      geometry.dispose();
      material.dispose();
    }
  }

  /** What a ray need not look at. */
  #lookFor(box: VolumeBox, table: LookTable, show: ShownVolume['show']): void {
    this.#blocks?.dispose();
    this.#blocks = new Data3DTexture(blocksSeen(box, table, show), ...box.blocks.size);
    Object.assign(this.#blocks, {
      format: RedFormat,
      minFilter: NearestFilter,
      magFilter: NearestFilter,
      unpackAlignment: 1,
      needsUpdate: true,
    });
    this.#mesh.material.uniforms.blocks!.value = this.#blocks;
  }

  #take(box: VolumeBox): void {
    this.#box = box;
    // Its blocks are others.
    this.#shown = null;
    const { size, origin, steps } = box;
    this.#voxels?.dispose();
    this.#voxels = new Data3DTexture(box.samples, ...size);
    Object.assign(this.#voxels, {
      ...{ format: RedFormat, type: HalfFloatType, minFilter: LinearFilter, magFilter: LinearFilter },
      ...{ unpackAlignment: 2, needsUpdate: true },
    });
    this.#mesh.material.uniforms.voxels!.value = this.#voxels;
    const axes = steps.map((step) => new Vector3(...step));
    this.#voxelMm = Math.min(...axes.map((axis) => axis.length()));
    const corner = axes.reduce((sum, axis) => sum.addScaledVector(axis, -0.5), new Vector3(...origin));
    const [x, y, z] = axes.map((axis, at) => axis.multiplyScalar(size[at]!)) as [Vector3, Vector3, Vector3];
    this.#mesh.matrix.copy(new Matrix4().makeBasis(x, y, z).setPosition(corner));
    this.#mesh.matrixWorldNeedsUpdate = true;
  }

  /** n · (M p + c) >= offset is (Mᵀ n) · p >= offset - n · c. */
  #placeCut({ normal, offsetMm }: CutPlane): void {
    const { uniforms } = this.#mesh.material;
    const { matrix } = this.#mesh;
    const away = new Vector3(...normal);
    const corner = new Vector3().setFromMatrixPosition(matrix);
    uniforms.cutOffset!.value = offsetMm - away.dot(corner);
    uniforms.cutNormal!.value = away.applyMatrix3(new Matrix3().setFromMatrix4(matrix).transpose());
  }
}

/** From one voxel to the next, values change at an edge by a sixth of what most values differ by, or more. */
const EDGE = 6;

/** For each mm, of the whole volume. */
const TINY = 1e-9;
