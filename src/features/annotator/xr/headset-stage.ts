import {
  AmbientLight,
  BufferGeometry,
  DirectionalLight,
  Line,
  LineBasicMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
  type Matrix4,
  type XRTargetRaySpace,
} from 'three';
import type { Around, CutPlane } from '#features/annotator/surfaces/cut-plane.ts';
import type { SurfaceScene } from '#features/annotator/surfaces/surface-scene.ts';
import { cutByHand, gripOf, placedBefore } from './placement.ts';

/** What the hands have done since the last picture. */
export interface HeldScene {
  /** Column by column: from mm in the patient coordinates of DICOM to metres in the room. */
  placed: readonly number[];
  cut: CutPlane | null;
}

interface StageOptions {
  cut: CutPlane | null;
  onHeld(held: HeldScene): void;
  onEnd(): void;
}

const HANDS = [0, 1] as const;
/** Of the line that shows where a hand points. */
const POINTER_M = 0.6;
/** The page is told at most so often: a headset draws 90 times a second. */
const TELL_MS = 200;
const [AROUND, FROM_ABOVE] = [0.9, 2.4];

/**
 * Surfaces in a headset. The grip of a hand holds all of them; the trigger of a hand that holds nothing holds the plane that cuts them. The page gets
 * them back when the session ends, whoever ends it.
 */
export class HeadsetStage {
  readonly #scene: SurfaceScene;
  readonly #options: StageOptions;
  readonly #room = new Scene();
  readonly #camera = new PerspectiveCamera(50, 1, 0.02, 20);
  #grip: { hand: XRTargetRaySpace; move: (hand: Matrix4) => Matrix4 } | null = null;
  #cutter: XRTargetRaySpace | null = null;
  #cut: CutPlane | null;
  #told = '';
  #toldAt = -Infinity;

  /** Rejects if the headset refuses: then the page goes on drawing. */
  static async start(scene: SurfaceScene, around: Around, session: XRSession, options: StageOptions): Promise<HeadsetStage> {
    const { xr } = scene.renderer;
    xr.enabled = true;
    try {
      await xr.setSession(session);
    } catch (error) {
      xr.enabled = false;
      await session.end().catch(() => undefined);
      throw error;
    }
    return new HeadsetStage(scene, around, session, options);
  }

  private constructor(scene: SurfaceScene, around: Around, session: XRSession, options: StageOptions) {
    this.#scene = scene;
    this.#options = options;
    this.#cut = options.cut;
    const light = new DirectionalLight(0xffffff, FROM_ABOVE);
    light.position.set(-1, 3, 2);
    this.#room.add(new AmbientLight(0xffffff, AROUND), light, scene.meshes.group);
    scene.meshes.group.matrix.copy(placedBefore(around));
    const leave = HANDS.map((at) => this.#listen(scene.renderer.xr.getController(at)));
    session.addEventListener('end', () => {
      for (const stop of leave) stop();
      scene.renderer.setAnimationLoop(null);
      scene.renderer.xr.enabled = false;
      scene.takeBack();
      options.onEnd();
    });
    scene.renderer.setAnimationLoop((timeMs) => this.#draw(timeMs));
  }

  #listen(hand: XRTargetRaySpace): () => void {
    const pointer = new Line(new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 0, -POINTER_M)]), new LineBasicMaterial());
    hand.add(pointer);
    this.#room.add(hand);
    const { group } = this.#scene.meshes;
    const on = {
      squeezestart: () => {
        if (this.#cutter === hand) this.#cutter = null;
        this.#grip = { hand, move: gripOf(hand.matrixWorld, group.matrix) };
      },
      squeezeend: () => {
        if (this.#grip?.hand === hand) this.#grip = null;
      },
      selectstart: () => {
        if (this.#grip?.hand !== hand) this.#cutter = hand;
      },
      selectend: () => {
        if (this.#cutter === hand) this.#cutter = null;
      },
      // A hand that is lost holds nothing any more.
      disconnected: () => {
        if (this.#grip?.hand === hand) this.#grip = null;
        if (this.#cutter === hand) this.#cutter = null;
      },
    };
    const events = Object.entries(on) as [keyof typeof on, () => void][];
    for (const [name, act] of events) hand.addEventListener(name, act);
    return () => {
      for (const [name, act] of events) hand.removeEventListener(name, act);
      hand.remove(pointer);
      pointer.geometry.dispose();
      pointer.material.dispose();
    };
  }

  #draw(timeMs: number): void {
    const { renderer, meshes } = this.#scene;
    if (this.#grip !== null) meshes.group.matrix.copy(this.#grip.move(this.#grip.hand.matrixWorld));
    if (this.#cutter !== null) {
      this.#cut = cutByHand(this.#cutter.matrixWorld, meshes.group.matrix);
      meshes.cut(this.#cut);
    }
    meshes.place();
    renderer.render(this.#room, this.#camera);
    this.#tell(timeMs);
  }

  #tell(timeMs: number): void {
    if (timeMs - this.#toldAt < TELL_MS) return;
    const placed = this.#scene.meshes.group.matrix.elements;
    const told = `${placed.join(' ')} ${JSON.stringify(this.#cut)}`;
    if (told === this.#told) return;
    this.#told = told;
    this.#toldAt = timeMs;
    this.#options.onHeld({ placed: [...placed], cut: this.#cut });
  }
}
