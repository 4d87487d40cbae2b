import { startPhone } from "./phone/index.js";
import { startWuzapi } from "./wuzapi/index.js";

/**
 * Starts the WuzAPI stand-in and its phone page; ends with the parent process or on SIGTERM and
 * SIGINT.
 */
async function main(): Promise<void> {
  const adminToken = process.env["MEOW_ADMIN_TOKEN"] ?? "";
  if (adminToken === "") throw new Error("MEOW_ADMIN_TOKEN is missing: give the simulator the admin token that the worker uses.");
  const dataDir = process.env["DATA_DIR"];
  const wuzapi = await startWuzapi({
    adminToken,
    port: portOf("SIMULATOR_PORT"),
    webhookFormat: process.env["WEBHOOK_FORMAT"] === "json" ? "json" : "form",
    ...(dataDir === undefined || dataDir === "" ? {} : { dataDir }),
  });
  const phone = await startPhone({ control: wuzapi.control, port: portOf("PHONE_PORT") });
  const stop = (): void => {
    void Promise.all([phone.close(), wuzapi.close()]).then(() => process.exit(0), fail);
  };
  for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.once(signal, stop);
  process.stdout.write(`WuzAPI simulator: ${wuzapi.url}\nPhone page: ${phone.url}\n`);
  process.send?.({ ready: true, url: wuzapi.url, phoneUrl: phone.url });
}

function portOf(name: string): number {
  const text = process.env[name] ?? "";
  const port = text === "" ? 0 : Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`${name} must be a port number between 0 and 65535, not "${text}".`);
  return port;
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

main().catch(fail);
