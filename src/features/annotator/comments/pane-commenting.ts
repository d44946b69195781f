import type { CommentPin } from '#contract/comments.ts';
import { pixelAt, type SeenPane } from '#features/annotator/measure/pane-measuring.ts';
import { isClick } from '#features/annotator/measure/tools/measure-actions.ts';
import { pinching } from '#ui/viewer/tool-states/pinching.ts';
import type { Pointer, Rest, ToolState, ViewActions } from '#ui/viewer/tool-states/tool-state.ts';
import type { CommentStore } from './comment-store.ts';
import { pinPlace } from './pin-place.ts';

/** What a click of a comment does to the pane under the pointer. */
export interface CommentActions {
  isPinning(): boolean;
  /** A new comment at a point of the cell, from its middle; null: on the whole slice. If there cannot be one, the pane says why. */
  pin(from: { x: number; y: number } | null): void;
}

interface Ports {
  at: number;
  store: CommentStore;
  study: string;
  seen(): SeenPane;
  begin(pin: CommentPin): void;
}

export function paneCommenting({ at, store, study, seen, begin }: Ports): CommentActions {
  return {
    isPinning: () => store.read().isPinning,
    pin(from) {
      const { shown, open, type, study: ofSeries } = seen();
      if (shown === null || open === null || type === null) return;
      const place = pinPlace({ picture: shown.picture, open, type, isOwn: ofSeries === study });
      if ('why' in place) return store.refuse({ pane: at, why: place.why });
      begin({ ...place, point: from === null ? null : roundedPoint(pixelAt(seen(), from)) });
    },
  };
}

const roundedPoint = ([x, y]: readonly [number, number]): [number, number] => [Math.round(x * 100) / 100, Math.round(y * 100) / 100];

/** A pointer is down, and places a comment where it is lifted. Who drags does not place one. */
export function placingComment(actions: { view: ViewActions; comment: CommentActions }, first: Pointer, rest: Rest): ToolState {
  const state: ToolState = {
    name: 'placing',
    down: (pointer) => (pointer.isTouch && pointer.id !== first.id ? pinching(actions.view, first, pointer, rest) : state),
    move: () => state,
    up(pointer) {
      if (pointer.id !== first.id) return state;
      if (isClick(first, pointer)) actions.comment.pin(pointer);
      return rest();
    },
    cancel: rest,
  };
  return state;
}
