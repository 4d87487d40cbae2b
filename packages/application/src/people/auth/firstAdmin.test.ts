import { systemClock } from "@balcao/platform/clock";
import { createPasswordHasher } from "@balcao/platform/passwords";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { createFirstAdmin } from "./firstAdmin.js";
import { resetPassword } from "./passwordLinks.js";

const secrets = { sessionEncryptionKey: "k".repeat(43) };
const hasher = createPasswordHasher({ cost: 4 });
let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase({ poolSize: 4 });
}, 120_000);
afterEach(() => test.close());
afterAll(() => hasher.close());

const start = (given?: { email: string; password: string }) => createFirstAdmin(test.database, hasher, { given, secrets });
const account = async (id = 1) => {
  const [row] = await test.database.sql.ask<{ email: string; hash: string }>(
    "SELECT email, password_hash AS hash FROM user_account WHERE id = $1",
    [id],
  );
  return row ?? { email: "", hash: "" };
};
const signIn = () =>
  test.database.sql.ask(
    "INSERT INTO audit_entry (source, action, description, origin, user_id) VALUES ('server', 'session.login', '', '', 1)",
  );

describe("the first administrator", () => {
  it("is shown with the same strong password by every process at each start, until somebody has signed in [S-02]", async () => {
    const shown = [...(await Promise.all([start(), start(), start()])), await start()];
    const password = shown[0]?.password ?? "";
    expect(shown).toEqual(Array.from({ length: 4 }, () => ({ email: "admin@balcao.local", password })));
    for (const each of [/^.{20}$/, /[A-Z]/, /[a-z]/, /[2-9]/, /[-_.!]/]) expect(password).toMatch(each);
    expect(await hasher.verify(password, (await account()).hash)).toBe(true);
    await signIn();
    expect(await start()).toBeNull();
  });

  it("must change a password that was generated, and keeps one that was given [D-274]", async () => {
    const mustChange = () => test.database.sql.ask("SELECT must_change_password AS must, temporary_until AS until FROM user_account");
    await start();
    expect(await mustChange()).toEqual([{ must: true, until: null }]);
    await start({ email: "marta@example.com", password: "Later-given-1" });
    expect(await mustChange()).toEqual([{ must: false, until: null }]);
  });

  it("has a different password in another installation, and none is shown after a change", async () => {
    const first = await start();
    const other = await createTestDatabase({ poolSize: 2 });
    const elsewhere = await createFirstAdmin(other.database, hasher, {
      given: undefined,
      secrets: { sessionEncryptionKey: "o".repeat(43) },
    });
    await other.close();
    expect(elsewhere?.password).not.toBe(first?.password);
    await test.database.sql.ask("UPDATE user_account SET password_hash = $1", [await hasher.hash("Changed-by-hand-1")]);
    expect(await start()).toBeNull();
  });

  it("applies ADMIN_EMAIL and ADMIN_PASSWORD that are set later, but not after a sign-in", async () => {
    await start();
    const given = { email: "Marta@Example.com", password: "Later-given-1" };
    expect(await start(given)).toEqual({ email: "marta@example.com" });
    const changed = await account();
    expect([changed.email, await hasher.verify(given.password, changed.hash)]).toEqual(["marta@example.com", true]);
    expect(await start(given)).toEqual({ email: "marta@example.com" });
    expect(await account()).toEqual(changed);
    await signIn();
    expect(await start({ email: "rui@example.com", password: "Too-late-1" })).toBeNull();
    expect(await account()).toEqual(changed);
  });

  it("is no longer put back after a year of the audit was archived, which may have had the sign-ins [S-02]", async () => {
    await start();
    const before = await account();
    await test.database.sql.ask(
      "INSERT INTO audit_archive (name, first_id, last_id, entries, others) VALUES ('audit_entry_2024', 1, 9, 9, '{}')",
    );
    expect(await start({ email: "marta@example.com", password: "Later-given-1" })).toBeNull();
    expect(await account()).toEqual(before);
  });
});

describe("resetting a password", () => {
  it("sets a new one, ends the person's sessions and writes an audit entry", async () => {
    await start();
    await test.database.sql.ask(
      `INSERT INTO auth_session (id, user_id, refresh_hash, idle_until, absolute_until)
       VALUES (gen_random_uuid(), 1, '\\x00', now() + interval '1 h', now() + interval '1 h')`,
    );
    const before = await account();
    const password = await resetPassword({ database: test.database, hasher, clock: systemClock }, " Admin@Balcao.local");
    const after = await account();
    expect([await hasher.verify(password ?? "", after.hash), after.hash === before.hash]).toEqual([true, false]);
    expect(await test.database.sql.ask("SELECT revoke_reason FROM auth_session WHERE revoked_at IS NULL")).toEqual([]);
    expect(await test.database.sql.ask("SELECT subject_user_id FROM audit_entry WHERE action = 'user.resetPassword'")).toEqual([
      { subject_user_id: 1 },
    ]);
    expect(await resetPassword({ database: test.database, hasher, clock: systemClock }, "nobody@example.com")).toBeNull();
  });
});
