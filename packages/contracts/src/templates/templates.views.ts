import type { TemplateFile, TemplateMedia, TemplatePlace } from "@balcao/domain/templates";

/**
 * A button under a template; `url` and `phone_number` are set only for the types that have them.
 */
export interface TemplateButtonView {
  readonly type: string;
  readonly text: string;
  readonly url?: string;
  readonly phone_number?: string;
  /** What COPY_CODE copies, in a template that was sent (added field). */
  readonly code?: string;
}

/** HEADER, BODY and FOOTER have a text, BUTTONS has buttons. */
export interface TemplateComponentView {
  readonly type: string;
  readonly format?: string;
  readonly text?: string;
  readonly buttons?: readonly TemplateButtonView[];
  /** The parts of each card of a CAROUSEL. */
  readonly cards?: readonly (readonly TemplateComponentView[])[];
}

/** A message template of a business account, as Meta reports it. */
export interface TemplateView {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** APPROVED, REJECTED, or Meta's word for another state. */
  readonly status: string;
  /** Why it was rejected, in Meta's words (added field). */
  readonly rejectedReason: string | null;
  readonly components: readonly TemplateComponentView[];
  /** The same buttons as in the component BUTTONS. */
  readonly buttons: readonly TemplateButtonView[];
  /** Another one whenever its parts are others; a send that names it is refused after a change (added field). */
  readonly version: string;
}

/** All templates of an account, every status, sorted by name. */
export interface TemplateListView {
  readonly data: readonly TemplateView[];
}

/** A file that was uploaded for a template: its id is the value of the field (added call). `url` is a signed address. */
export interface TemplateFileView extends TemplateFile {
  readonly url: string;
}

/** The file above a template or a card; `url` is a signed address. */
export interface TemplateMediaView {
  readonly kind: TemplateMedia;
  readonly url: string;
}

/** A card of a carousel that was sent. */
export interface SentCardView {
  readonly header: string | null;
  readonly media: TemplateMediaView | null;
  readonly body: string;
  readonly buttons: readonly TemplateButtonView[];
}

/**
 * The template of a message of type `template`. The message's body holds the text with the values
 * filled in.
 */
export interface SentTemplateView {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: readonly TemplateButtonView[];
  readonly values: readonly string[];
  /** Added fields: the file or the place above the text, and the cards below it. */
  readonly media: TemplateMediaView | null;
  readonly place: TemplatePlace | null;
  readonly cards: readonly SentCardView[];
}
