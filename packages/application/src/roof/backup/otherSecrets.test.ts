import { readEnv } from "@balcao/platform/env";
import { assertSameSecrets } from "./otherSecrets.js";

const [OURS, THEIRS] = ["a".repeat(40), "b".repeat(40)];
const given = (variables: NodeJS.ProcessEnv = {}) => readEnv({ DATABASE_URL: "postgres://a@b/c", ...variables }).givenSecrets;
const check =
  (variables: NodeJS.ProcessEnv, stored: object | null, secretVariables: string[] = []) =>
  () =>
    assertSameSecrets({
      manifest: { secretVariables },
      content: stored === null ? null : Buffer.from(JSON.stringify(stored)),
      given: given(variables),
      dataDir: "/data",
    });

describe("the secrets of a place that a backup is restored into", () => {
  it("may come from secrets.json, or from variables with the same values", () => {
    const stored = { sessionEncryptionKey: OURS, refreshKey: THEIRS, vapidKey: "v" };
    expect(check({}, stored)).not.toThrow();
    expect(check({ SESSION_ENCRYPTION_KEY: OURS, JWT_REFRESH_SECRET: THEIRS }, stored)).not.toThrow();
    expect(check({ METRICS_TOKEN: OURS }, { metricsToken: THEIRS })).not.toThrow();
  });

  it("are refused with what to do where variables have others [B-13]", () => {
    expect(check({ SESSION_ENCRYPTION_KEY: OURS, VAPID_SECRET: THEIRS }, { sessionEncryptionKey: THEIRS, vapidKey: THEIRS })).toThrow(
      /keys of numbers cannot be opened[^]*Nothing was changed\.\nSESSION_ENCRYPTION_KEY comes from variables[^]*--other-secrets[^]*\/data\/secrets\.json then has \(sessionEncryptionKey for SESSION_ENCRYPTION_KEY\)/,
    );
  });

  it("must be set where those of the backup came from variables, whatever its secrets.json has", () => {
    const came = ["SESSION_ENCRYPTION_KEY"];
    expect(check({}, { sessionEncryptionKey: THEIRS }, came)).toThrow("Set SESSION_ENCRYPTION_KEY to the value that it had");
    expect(check({ SESSION_ENCRYPTION_KEY: OURS }, { sessionEncryptionKey: THEIRS }, came)).not.toThrow();
    expect(check({ SESSION_ENCRYPTION_KEY: OURS }, null, came)).not.toThrow();
  });
});
