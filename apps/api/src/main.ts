import type { FirstAdmin } from "@balcao/application/people/auth";
import { runProgram } from "@balcao/platform/startup";
import { composeApi } from "./composition.js";
import { openApiServer } from "./server.js";
import { ownVersion } from "./version.js";

/** For people who read the log of a container. It is not written by the logger, so that no log file of the launcher has the password. */
function describeFirstSignIn({ email, password }: FirstAdmin): string {
  const secret = password === undefined ? "the password of ADMIN_PASSWORD" : `password ${password}`;
  return `First sign-in, shown until somebody has used it: e-mail ${email}, ${secret}. A generated password must be changed then.`;
}

await runProgram("api", async ({ env, logger, lifecycle }) => {
  const version = await ownVersion();
  const apiServer = await openApiServer({ host: env.host, port: env.port, version, isBehindProxy: env.trustProxy > 0 });
  const { firstAdmin } = await composeApi({ env, logger, lifecycle, apiServer, version });
  if (!env.isHttps)
    logger.warn(
      { publicUrl: env.publicUrl },
      "people come over http: passwords and cookies are not protected on the way; use an https PUBLIC_URL beyond this machine",
    );
  logger.info({ host: env.host, port: apiServer.port, dataDir: env.dataDir }, "the api is ready");
  if (firstAdmin && !process.connected) process.stdout.write(`${describeFirstSignIn(firstAdmin)}\n`);
  return { port: apiServer.port, ...(firstAdmin && { firstAdmin }) };
});
