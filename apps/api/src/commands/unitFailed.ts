import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { systemClock } from "@balcao/platform/clock";
import { readEnv } from "@balcao/platform/env";
import { createSignedWebhook } from "@balcao/platform/http";

/**
 * `node unitFailed.js UNIT`: tells the webhook of alerts that a unit of systemd has failed, which balcao-failed@.service runs. It needs
 * nothing of what may have failed: no database, no process of ours. Exit code 1 where the webhook does not answer.
 */
async function main(): Promise<void> {
  const unit = process.argv[2] ?? "";
  const { alerts, publicUrl } = readEnv(process.env, "api");
  if (alerts.webhook === undefined) {
    process.stdout.write(`${unit} has failed. Nobody is told, because ALERT_WEBHOOK_URL is not set.\n`);
    return;
  }
  // What systemd says of the unit that has failed.
  const { MONITOR_INVOCATION_ID: invocation, MONITOR_SERVICE_RESULT: result } = process.env;
  const id = `unit-${invocation ?? randomUUID()}`;
  const why = result === undefined ? "" : ` (${result})`;
  await createSignedWebhook({ ...alerts.webhook, clock: systemClock })(id, {
    id,
    event: "began",
    at: systemClock.now().toISOString(),
    problems: [{ kind: "unitFailed", connection: null, value: null }],
    text: `${unit} on ${hostname()} has failed${why}: systemctl status ${unit}`,
    page: `${publicUrl}/health`,
  });
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
