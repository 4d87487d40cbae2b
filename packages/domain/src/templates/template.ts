/** The category of a template, in the names of the wire (TMPL-017). */
export const TEMPLATE_CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

/**
 * The languages that the product offers. Meta has more, and a template made elsewhere may have any
 * (TMPL-016).
 */
export const TEMPLATE_LANGUAGES = ["pt_BR", "en_US", "es_ES"] as const;
type TemplateLanguage = (typeof TEMPLATE_LANGUAGES)[number];

/** A button under a template (TMPL-007, TMPL-014). */
export type TemplateButton =
  | { readonly type: "QUICK_REPLY"; readonly text: string }
  | { readonly type: "URL"; readonly text: string; readonly url: string }
  | { readonly type: "PHONE_NUMBER"; readonly text: string; readonly phone_number: string };

/** Headers that are no text (D-322). */
export const TEMPLATE_HEADER_KINDS = ["image", "video", "document", "location"] as const;
export type TemplateHeaderKind = (typeof TEMPLATE_HEADER_KINDS)[number];

/** A template to be submitted for review. Empty texts are left out. */
export interface TemplateDraft {
  readonly name: string;
  readonly category: TemplateCategory;
  readonly language: TemplateLanguage;
  readonly header: string;
  /** What is above the text instead of a header of words; absent for words. */
  readonly headerKind?: TemplateHeaderKind | undefined;
  /** The id of the file that Meta reviews as the header's sample; empty or absent for words and places. */
  readonly headerFile?: string | undefined;
  readonly body: string;
  readonly footer: string;
  readonly buttons: readonly TemplateButton[];
}

/** A button as Meta reports it. `code` is what COPY_CODE copies, in a template that is sent. */
export interface TemplateComponentButton {
  readonly type: string;
  readonly text: string;
  readonly url: string | null;
  readonly phoneNumber: string | null;
  readonly code?: string;
}

/** A part of a template as Meta reports it. */
export interface TemplateComponent {
  readonly type: string;
  readonly format: string | null;
  readonly text: string | null;
  readonly buttons: readonly TemplateComponentButton[];
  /** The parts of each card of a CAROUSEL; absent in others. */
  readonly cards?: readonly (readonly TemplateComponent[])[];
}

/** A template as it is at Meta; only APPROVED may be sent (TMPL-006). */
export interface TemplateFacts {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly language: string;
  readonly status: string;
  /** Why Meta rejected it; null when Meta gave no reason. */
  readonly reason: string | null;
  readonly components: readonly TemplateComponent[];
}
