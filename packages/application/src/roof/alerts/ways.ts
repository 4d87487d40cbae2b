import { toAlertLanguage, type AlertLanguage } from "@balcao/contracts/health";
import type { Env } from "@balcao/platform/env";
import { isError } from "@balcao/platform/errors";
import { createSignedWebhook, type SignedWebhook } from "@balcao/platform/http";
import { createMailer, type SendMail } from "@balcao/platform/mail";
import { createPushFetch, createPushSender, type PushSender } from "@balcao/platform/push";
import type { Services } from "../../ground/kernel/index.js";

/** How people are told who are not looking: by pushes to their browsers and, where configured, a webhook and mails. */
export interface AlertWays {
  readonly push: PushSender;
  readonly webhook: SignedWebhook | null;
  readonly mail: SendMail | null;
  /** The page that says what to do. */
  readonly page: string;
}

export function createAlertWays({ alerts, publicUrl }: Pick<Env, "alerts" | "publicUrl">, { push, clock }: Services): AlertWays {
  const { webhook, mail } = alerts;
  // Push services accept https and mailto addresses only.
  const subject = publicUrl.replace(/^http:/, "https:");
  return {
    push: createPushSender({ keys: push.keys, subject, fetch: createPushFetch(push.loopbackPort), clock }),
    webhook: webhook === undefined ? null : createSignedWebhook({ ...webhook, clock }),
    mail: mail === undefined ? null : createMailer(mail),
    page: `${publicUrl}/health`,
  };
}

/** The language of mails: the server knows that of the company, not of a person. */
export const mailLanguage = ({ directory }: Pick<Services, "directory">): AlertLanguage =>
  toAlertLanguage(directory.current().settings.defaultLanguage, "pt");

const LONGEST = 300;

/** Why an alert could not be sent, for administrators and the log: without addresses of people and without secrets. */
export const errorSentence = (error: unknown): string => (isError(error) ? error.message : "unknown error").slice(0, LONGEST);
