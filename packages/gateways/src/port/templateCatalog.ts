import type { OutboundFile } from "@balcao/domain/messages";
import type { TemplateDraft, TemplateFacts } from "@balcao/domain/templates";

/**
 * Message templates of a connection's business account (group TMPL). Every call rejects with
 * GatewayError.
 */
export interface TemplateCatalog {
  /** All templates, with every status, over all pages. */
  list(): Promise<readonly TemplateFacts[]>;
  /** Submits for review; a header that is a file has a sample. */
  create(draft: TemplateDraft, sample?: OutboundFile | null): Promise<TemplateFacts>;
  /** Removes all languages of the name. */
  remove(name: string): Promise<void>;
}
