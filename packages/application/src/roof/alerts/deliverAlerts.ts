import { alertMail, alertText } from "@balcao/contracts/health";
import {
  claimAlertDeliveries,
  finishAlertDelivery,
  postponeAlertDelivery,
  type AlertDeliveryRow,
  type AlertRow,
} from "@balcao/database/alerts";
import { MailError } from "@balcao/platform/mail";
import { errorSentence, mailLanguage, type AlertWays } from "./ways.js";
import type { Services } from "../../ground/kernel/index.js";

const AT_ONCE = 8;
/** A try that a process took so long ago was lost with it; longer than any way takes, in milliseconds. */
const CLAIM_MS = 60_000;
/** The waits before the second try, the third and so on, in milliseconds; then it has failed. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000, 3_600_000, 7_200_000] as const;

/**
 * Sends what is due by webhook and mail, outside of any transaction. A process that ends between sending and noting it causes a
 * second one with the same id. Returns whether anything was due.
 */
export async function deliverAlerts(services: Services, ways: Pick<AlertWays, "webhook" | "mail" | "page">): Promise<boolean> {
  const claimed = await claimAlertDeliveries(services.database.sql, CLAIM_MS, AT_ONCE);
  await Promise.all(claimed.map((delivery) => deliver(services, ways, delivery)));
  return claimed.length > 0;
}

async function deliver(services: Services, ways: Pick<AlertWays, "webhook" | "mail" | "page">, delivery: AlertDeliveryRow): Promise<void> {
  const { sql } = services.database;
  const { id, way, alert, attempts, email } = delivery;
  try {
    if (way === "webhook") await ways.webhook?.(`alert-${alert.id}`, toContent(alert, ways.page));
    // Who is no administrator any more is told nothing, which the claim has judged.
    else if (email !== null) await mail(services, ways, { alert, email, id });
    await finishAlertDelivery(sql, id, "sent", null);
  } catch (error) {
    const waitMs = error instanceof MailError && error.isFinal ? undefined : WAITS_MS[attempts - 1];
    services.logger.warn({ way, alertId: alert.id, attempts, waitMs, reason: errorSentence(error) }, "an alert could not be sent");
    if (waitMs === undefined) await finishAlertDelivery(sql, id, "failed", errorSentence(error));
    else await postponeAlertDelivery(sql, id, waitMs, errorSentence(error));
  }
}

/** What the webhook is told: the problems as the health page names them, and their words in English. */
function toContent(alert: AlertRow, page: string): object {
  const problems = alert.problems.map(({ kind, connectionId, name, value }) => ({
    kind,
    connection: connectionId === 0 ? null : { id: connectionId, name },
    value,
  }));
  return { id: alert.id, event: alert.event, at: alert.createdAt.toISOString(), problems, text: alertText("en", alert).text, page };
}

async function mail(
  services: Services,
  { mail: send, page }: Pick<AlertWays, "mail" | "page">,
  { alert, email, id }: { readonly alert: AlertRow; readonly email: string; readonly id: number },
): Promise<void> {
  const language = mailLanguage(services);
  const { timeZone } = services.directory.current().settings;
  await send?.({
    to: email,
    subject: `Balcão: ${alertText(language, alert).title}`,
    text: alertMail(language, alert, { at: alert.createdAt, timeZone, page }),
    messageId: `<alert-${alert.id}-${id}@${new URL(page).hostname}>`,
  });
}
