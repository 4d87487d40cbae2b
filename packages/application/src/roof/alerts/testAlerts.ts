import { randomUUID } from "node:crypto";
import { ALERT_LANGUAGES, alertMail, alertText, type AlertTestView, type AlertTried, type Told } from "@balcao/contracts/health";
import type { PushPayload } from "@balcao/domain/notifications";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { pushNow } from "../../inbox/push/index.js";
import { errorSentence, mailLanguage, type AlertWays } from "./ways.js";

const TEST: Told = { event: "test", problems: [] };
const OFF: AlertTried = { state: "off", detail: null };
const SENT: AlertTried = { state: "sent", detail: null };

/** Sends a test by each way at once to the administrator who asks, and returns what became of each, after 15 s at most. */
export async function testAlerts(services: Services, ctx: Ctx, ways: AlertWays): Promise<AlertTestView> {
  await command(services, ctx, () => Promise.resolve({ audit: { action: "push.testAlerts" }, result: null }));
  const [push, webhook, mail] = await Promise.all([
    testPushes(services, ctx, ways),
    attempt(ways.webhook, (send) => send(`test-${randomUUID()}`, toContent(ctx, ways))),
    attempt(ways.mail, (send) => send(toMail(services, ctx, ways))),
  ]);
  return { push, webhook, mail };
}

async function attempt<Way>(way: Way | null, send: (way: Way) => Promise<void>): Promise<AlertTried> {
  if (way === null) return OFF;
  try {
    await send(way);
    return SENT;
  } catch (error) {
    return { state: "failed", detail: errorSentence(error) };
  }
}

const toContent = ({ now }: Ctx, { page }: AlertWays): object => ({
  event: "test",
  at: now.toISOString(),
  problems: [],
  text: alertText("en", TEST).text,
  page,
});

function toMail(services: Services, { actor, now }: Ctx, { page }: AlertWays) {
  const { users, settings } = services.directory.current();
  const language = mailLanguage(services);
  return {
    to: users.get(actor.id)?.email ?? "",
    subject: `Balcão: ${alertText(language, TEST).title}`,
    text: alertMail(language, TEST, { at: now, timeZone: settings.timeZone, page }),
    messageId: `<test-${randomUUID()}@${new URL(page).hostname}>`,
  };
}

async function testPushes(services: Services, { actor, now }: Ctx, { push }: AlertWays): Promise<AlertTried> {
  const texts = Object.fromEntries(ALERT_LANGUAGES.map((each) => [each, alertText(each, TEST)]));
  const payload: PushPayload = { tag: "alert-test", ...alertText("pt", TEST), path: "/health", at: now.toISOString(), texts };
  const outcomes = await pushNow(services, push, actor.id, payload);
  if (outcomes.length === 0) return OFF;
  if (outcomes.some(({ result }) => result === "sent")) return SENT;
  return { state: "failed", detail: outcomes.map(({ status }) => status ?? "no answer").join(", ") };
}
