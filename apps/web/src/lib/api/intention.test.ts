import { AlreadyCreatedError, ApiError, LostAnswerError, NoAnswerError } from "./apiError";
import { createIntention } from "./intention";

type Fate = "answered" | "lost before it took effect" | "lost after it took effect" | "lost in a proxy after it took effect";

const refusal = (status: number, code: string | null) => new ApiError({ status, code, text: code, details: [], retryAfterSeconds: null });

/** An api that creates once per key, like the real one, and whose answers are lost as told. */
function openApi() {
  const made: string[] = [];
  const keys = new Map<string, string | null>();
  let fate: Fate = "answered";
  return {
    made,
    set: (next: Fate) => void (fate = next),
    close: async (key: string) => {
      if (!keys.has(key)) keys.set(key, null);
      return keys.get(key) !== null;
    },
    create: (body: string) => async (key: string) => {
      if (fate === "lost before it took effect") throw new NoAnswerError();
      const known = keys.get(key);
      if (known === undefined) made.push(body);
      else if (known !== body) throw refusal(409, "ERR_IDEMPOTENCY_CONFLICT");
      keys.set(key, body);
      if (fate === "lost after it took effect") throw new NoAnswerError();
      if (fate === "lost in a proxy after it took effect") throw refusal(502, null);
      return body;
    },
  };
}

function openForm() {
  const api = openApi();
  const found: true[] = [];
  const { run } = createIntention({ close: api.close, onFound: () => void found.push(true) });
  return { api, found, press: (body: string) => run(api.create(body), { body }) };
}

describe("an opened form whose answer was lost", () => {
  it.each<[Fate, number]>([
    ["lost after it took effect", 1],
    ["lost in a proxy after it took effect", 1],
    ["lost before it took effect", 0],
  ])("%s: the next press ends with one object and says whether the first was there [D-275]", async (fate, times) => {
    const { api, found, press } = openForm();
    api.set(fate);
    await expect(press("Oi")).rejects.toThrow(LostAnswerError);
    await expect(press("Oi")).rejects.toThrow(NoAnswerError);
    api.set("answered");
    expect(await press("Oi")).toBe("Oi");
    expect([api.made, found.length]).toEqual([["Oi"], times]);
  });

  it("does not send what was changed since, when the first is there, before the person has read so [D-275]", async () => {
    const { api, press } = openForm();
    api.set("lost after it took effect");
    await expect(press("Oi")).rejects.toThrow(LostAnswerError);
    api.set("answered");
    await expect(press("Olá")).rejects.toThrow(AlreadyCreatedError);
    expect(api.made).toEqual(["Oi"]);
    await press("Olá");
    expect(api.made).toEqual(["Oi", "Olá"]);
  });

  it("sends only what was changed since, when the first never arrived, and the first can arrive no more [D-275]", async () => {
    const api = openApi();
    const late: string[] = [];
    const { run } = createIntention({ close: api.close });
    await expect(
      run((key) => {
        late.push(key);
        return Promise.reject(new NoAnswerError());
      }, "Oi"),
    ).rejects.toThrow(LostAnswerError);
    await run(api.create("Olá"), "Olá");
    await expect(api.create("Oi")(late[0] ?? "")).rejects.toMatchObject({ code: "ERR_IDEMPOTENCY_CONFLICT" });
    expect(api.made).toEqual(["Olá"]);
  });

  it("stays as it is while nobody can say what became of the first, and through a refusal [D-275]", async () => {
    const api = openApi();
    const answers: (() => Promise<boolean>)[] = [() => Promise.reject(new NoAnswerError())];
    const { run } = createIntention({ close: (key) => answers.shift()?.() ?? api.close(key) });
    api.set("lost after it took effect");
    await expect(run(api.create("Oi"), "Oi")).rejects.toThrow(LostAnswerError);
    api.set("answered");
    await expect(run(api.create("Oi"), "Oi")).rejects.toThrow(NoAnswerError);
    await expect(run(() => Promise.reject(refusal(400, "ERR_WAPP_NOT_INITIALIZED")), "Oi")).rejects.toThrow(ApiError);
    await run(api.create("Oi"), "Oi");
    expect(api.made).toEqual(["Oi"]);
  });

  it("keeps its key when a later part of it was refused, and takes a new one for what is created next", async () => {
    const keys: string[] = [];
    const { run } = createIntention();
    const record = (fails: boolean) =>
      run((key) => {
        keys.push(key);
        return fails ? Promise.reject(refusal(400, "ERR_VALIDATION")) : Promise.resolve();
      });
    await expect(record(true)).rejects.toThrow(ApiError);
    await record(false);
    await record(false);
    expect([keys[0] === keys[1], keys[1] === keys[2]]).toEqual([true, false]);
  });

  it("repeats with the same key whatever was added, where each object has a key of its own [D-275]", async () => {
    const api = openApi();
    const { run } = createIntention({ parts: true, close: api.close });
    const send = async (names: readonly string[], lostAt: string | null) =>
      run(async (key) => {
        for (const name of names) {
          await api.create(name)(`${key}-${name}`);
          if (name === lostAt) throw new NoAnswerError();
        }
      }, names);
    await expect(send(["Um", "Dois"], "Um")).rejects.toThrow(LostAnswerError);
    await send(["Um", "Dois", "Três"], null);
    expect(api.made).toEqual(["Um", "Dois", "Três"]);
  });

  it("looks for what no key tells of, and neither creates it again nor beside what was changed since [D-275]", async () => {
    const made: string[] = [];
    const found: true[] = [];
    const { run } = createIntention({ onFound: () => void found.push(true) });
    const press = (name: string, arrives = true, answers = true) =>
      run(
        () => {
          if (arrives) made.push(name);
          return answers ? Promise.resolve(name) : Promise.reject(new NoAnswerError());
        },
        name,
        () => Promise.resolve(made.find((each) => each === name) ?? null),
      );
    await expect(press("Um", true, false)).rejects.toThrow(LostAnswerError);
    expect(await press("Um")).toBe("Um");
    expect([made, found.length]).toEqual([["Um"], 1]);
    await expect(press("Dois", false, false)).rejects.toThrow(LostAnswerError);
    expect(await press("Dois")).toBe("Dois");
    expect([made, found.length]).toEqual([["Um", "Dois"], 1]);
    await expect(press("Três", true, false)).rejects.toThrow(LostAnswerError);
    await expect(press("Quatro")).rejects.toThrow(AlreadyCreatedError);
    expect(made).toEqual(["Um", "Dois", "Três"]);
  });

  it("compares the files of its contents by name, size and time", async () => {
    const api = openApi();
    const { run } = createIntention({ close: api.close });
    const file = (name: string) => new File(["x"], name, { lastModified: 1 });
    api.set("lost after it took effect");
    await expect(run(api.create("Nota"), [file("a.pdf")])).rejects.toThrow(LostAnswerError);
    api.set("answered");
    await expect(run(api.create("Nota"), [file("b.pdf")])).rejects.toThrow(AlreadyCreatedError);
  });
});
