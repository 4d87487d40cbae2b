import { systemClock } from "@balcao/platform/clock";
import { openTestMailServer, type TestMailServer } from "@balcao/testing/mailServer";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage } from "./apiStage.fixture.js";
import { eventually } from "./stories/eventually.fixture.js";

const CHOSEN = "Escolhida-Senha-3";

describe("a password by mail", () => {
  let mails: TestMailServer;
  let stage: ApiStage;
  let admin: string;
  let now = new Date();

  beforeAll(async () => {
    mails = await openTestMailServer();
    stage = await openApiStage({
      clock: { ...systemClock, now: () => now },
      env: { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, SMTP_FROM: "balcao@balcao.test" },
    });
    admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
  }, 120_000);
  afterAll(async () => {
    await stage.close();
    await mails.close();
  });

  const ask = (email: string) => stage.call("POST", "/api/auth/password_link", { body: { email: stage.seal("email", email) } });
  const choose = async (token: string, password = CHOSEN) => {
    const answer = await stage.call("POST", "/api/auth/password", { body: { token, password: stage.seal("password", password) } });
    const { code } = (await answer.json()) as { code?: string };
    return code ?? answer.status;
  };
  const sendTo = async (userId: number, more: object = {}) => {
    const answer = await stage.call("POST", `/api/users/reset/${userId}`, { token: admin, body: { byMail: true, ...more } });
    return [answer.status, await answer.json()] as const;
  };
  const toPlain = (text: string): string => text.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  const tokensTo = (email: string): string[] =>
    mails.arrived.filter(({ to }) => to.includes(email)).map(({ text }) => /#senha=([\w-]+)/.exec(toPlain(text))?.[1] ?? "");
  const newestTo = (email: string, count: number): Promise<string> =>
    eventually(() => {
      expect(tokensTo(email)).toHaveLength(count);
      return tokensTo(email).at(-1) ?? "";
    });
  const later = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1_000));

  it("comes as a link that chooses one once, ends every session, and leaves the second factor and the rules of passwords [D-580]", async () => {
    const ana = await createPerson(stage, admin, "Ana");
    const { token: session } = await stage.signIn(ana.email);
    expect(await (await ask(ana.email.toUpperCase())).json()).toEqual({
      message: "Se houver uma conta com este e-mail, o link chega em instantes.",
    });
    const token = await newestTo(ana.email, 1);
    expect([await choose(token, "fraca"), await choose(token, ana.email)]).toEqual(["ERR_VALIDATION", "ERR_VALIDATION"]);
    expect((await stage.call("GET", "/api/queue", { token: session })).status).toBe(200);
    expect((await Promise.all([choose(token), choose(token)])).sort()).toEqual([200, "ERR_PASSWORD_LINK"]);
    expect((await stage.call("GET", "/api/queue", { token: session })).status).toBe(401);
    await expect(stage.signIn(ana.email, PASSWORD)).rejects.toThrow("401");
    await stage.signIn(ana.email, CHOSEN);
    const audit = await stage.test.database.sql.ask(
      "SELECT ip, user_id FROM audit_entry WHERE action = 'user.choosePassword' AND subject_user_id = $1",
      [ana.id],
    );
    expect(audit).toEqual([{ ip: "127.0.0.1", user_id: null }]);
  });

  it("is answered the same for an account that does not exist or is not active, which gets no mail [D-580]", async () => {
    const rui = await createPerson(stage, admin, "Rui");
    await stage.call("PUT", `/api/users/${rui.id}`, { token: admin, body: { active: false } });
    const answers = await Promise.all(["ninguem@balcao.test", rui.email].map(async (email) => (await ask(email)).json()));
    expect(answers[0]).toEqual(answers[1]);
    const bia = await createPerson(stage, admin, "Bia");
    await ask(bia.email);
    await newestTo(bia.email, 1);
    expect([tokensTo(rui.email), tokensTo("ninguem@balcao.test")]).toEqual([[], []]);
    expect((await sendTo(rui.id))[1]).toMatchObject({ code: "ERR_USER_NO_ACTIVE" });
  });

  it("is replaced by the next link, ends with its time, with the account, and is not sent twice in two minutes [D-580]", async () => {
    const { id, email } = await createPerson(stage, admin, "Eva");
    await Promise.all([ask(email), ask(email)]);
    const first = await newestTo(email, 1);
    later(121);
    await ask(email);
    const second = await newestTo(email, 2);
    expect(await choose(first)).toBe("ERR_PASSWORD_LINK");
    later(2 * 3_600);
    expect(await choose(second)).toBe("ERR_PASSWORD_LINK");
    await ask(email);
    const third = await newestTo(email, 3);
    // The administrator's session has ended meanwhile.
    admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
    await stage.call("PUT", `/api/users/${id}`, { token: admin, body: { active: false } });
    expect([await choose(third), await choose("x"), await choose("")]).toEqual([
      "ERR_PASSWORD_LINK",
      "ERR_PASSWORD_LINK",
      "ERR_VALIDATION",
    ]);
  });

  it("counts no more after another password, another e-mail or a deactivation: the mailbox may be somebody else's [D-697]", async () => {
    const { id, email } = await createPerson(stage, admin, "Otto");
    const change = (body: object) => stage.call("PUT", `/api/users/${id}`, { token: admin, body });
    const ends: Readonly<Record<string, () => Promise<unknown>>> = {
      "the own change": async () => {
        const { token } = await stage.signIn(email);
        const seals = { currentPassword: stage.seal("currentPassword", PASSWORD), password: stage.seal("password", CHOSEN) };
        return stage.call("PUT", `/api/users/${id}`, { token, body: seals });
      },
      "an administrator's reset": () => stage.call("POST", `/api/users/reset/${id}`, { token: admin, body: {} }),
      "a deactivation": async () => {
        await change({ active: false });
        return change({ active: true });
      },
      "another e-mail": () => change({ email: stage.seal("email", "otto.novo@balcao.test") }),
    };
    let count = 0;
    for (const [what, end] of Object.entries(ends)) {
      expect((await sendTo(id))[0]).toBe(200);
      const token = await newestTo(email, (count += 1));
      await end();
      expect([what, await choose(token, "Roubada-Senha-9")]).toEqual([what, "ERR_PASSWORD_LINK"]);
    }
  });

  it("is sent by administrators, who hear where the mail server refuses it, and leaves the password until then [D-580]", async () => {
    const { id, email } = await createPerson(stage, admin, "Téo");
    expect(await sendTo(id)).toEqual([200, { password: null }]);
    const token = await newestTo(email, 1);
    await stage.signIn(email);
    expect(toPlain(mails.arrived.at(-1)?.text ?? "")).toContain("72 h");
    mails.set("refusing");
    expect(await sendTo(id)).toMatchObject([502, { code: "ERR_MAIL_NOT_SENT" }]);
    mails.set("none");
    const { token: own } = await stage.signIn(email);
    expect((await stage.call("POST", `/api/users/reset/${id}`, { token: own, body: { byMail: true } })).status).toBe(403);
    // The refused mail has replaced the link.
    expect(await choose(token)).toBe("ERR_PASSWORD_LINK");
    expect(JSON.stringify(await stage.test.database.sql.ask("SELECT action FROM audit_entry WHERE subject_user_id = $1", [id]))).toContain(
      "user.passwordLink",
    );
  });

  it("is promised at once while the mail server says nothing, whoever asks, and people sign in meanwhile [D-580]", async () => {
    const { email } = await createPerson(stage, admin, "Caetano");
    mails.set("hung");
    try {
      const begin = performance.now();
      const [known, unknown] = await Promise.all([ask(email), ask("ninguem-mesmo@balcao.test")]);
      expect(await known.json()).toEqual(await unknown.json());
      await stage.signIn(email);
      // A mail is given up after 15 s.
      expect(performance.now() - begin).toBeLessThan(10_000);
      await eventually(() => expect(mails.hung()).toBe(1));
    } finally {
      mails.set("none");
    }
    later(130);
    // The tests before have asked often enough.
    await stage.test.database.sql.ask("DELETE FROM login_failure");
    expect((await ask(email)).status).toBe(200);
    expect(await choose(await newestTo(email, 1))).toBe(200);
  });

  it("is refused to who asks ten times in fifteen minutes [D-580]", async () => {
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await ask(`n${n}@balcao.test`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
