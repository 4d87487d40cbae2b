import type { MessageView } from "@balcao/contracts/messages";

/** In px from the upper left corner of the window. */
export interface ScreenPoint {
  readonly left: number;
  readonly top: number;
}

/** Opens the menu of a message at the point, or at the element where there is none. */
export type OpenMenu = (message: MessageView, anchor: HTMLElement, at?: ScreenPoint) => void;
