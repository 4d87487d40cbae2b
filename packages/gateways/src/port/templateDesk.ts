import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";

/** Message templates of a connection's business account (group TMPL). Every call rejects with GatewayError. */
export interface TemplateDesk {
  /** All of them, every status, all pages (D-218). */
  list(): Promise<readonly TemplateFacts[]>;
  /** Submits for review. */
  create(draft: TemplateDraft): Promise<TemplateFacts>;
  /** All languages of the name (D-219). */
  remove(name: string): Promise<void>;
}
