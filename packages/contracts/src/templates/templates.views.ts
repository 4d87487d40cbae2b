/**
 * A button under a template; `url` and `phone_number` are set only for the types that have them.
 */
export interface TemplateButtonView {
  readonly type: string;
  readonly text: string;
  readonly url?: string;
  readonly phone_number?: string;
}

/** HEADER, BODY and FOOTER have a text, BUTTONS has buttons. */
export interface TemplateComponentView {
  readonly type: string;
  readonly format?: string;
  readonly text?: string;
  readonly buttons?: readonly TemplateButtonView[];
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
}

/** All templates of an account, every status, sorted by name. */
export interface TemplateListView {
  readonly data: readonly TemplateView[];
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
}
