import type { TemplateComponent, TemplateComponentButton } from "./index.js";

/** A button as Meta reports it. */
export function button(type: string, more: object = {}): TemplateComponentButton {
  return { type, text: "Ver", url: null, phoneNumber: null, ...more };
}

/** A part of a template as Meta reports it. */
export function component(type: string, more: object = {}): TemplateComponent {
  return { type, format: null, text: null, buttons: [], ...more };
}

/** A carousel with these cards. */
export function carousel(...cards: TemplateComponent[][]): TemplateComponent {
  return component("CAROUSEL", { cards });
}
