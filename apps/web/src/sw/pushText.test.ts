import { readPush, toShown } from "./pushText";

const words = { newMessage: "Nova mensagem", testTitle: "Teste", testText: "Chegou." };
const push = { tag: "ticket-5", title: "Carla", text: "Bom dia", path: "/tickets/5", at: new Date(2026, 10, 22, 9, 5).toISOString() };

describe("a push in the service worker", () => {
  it("shows name, text and the time as HH:mm [NOTIF-005]", () => {
    expect(toShown(push, words, "pt")).toEqual({ title: "Carla", body: "Bom dia\n09:05" });
  });

  it("says only that there is a message when the company keeps the text back", () => {
    expect(toShown({ ...push, text: "" }, words, "pt").body).toBe("Nova mensagem\n09:05");
  });

  it("shows an alert in the browser's language, or in English [D-316]", () => {
    const texts = { pt: { title: "Resolvido", text: "O disco" }, en: { title: "Solved", text: "The disk" } };
    const read = readPush(JSON.stringify({ ...push, title: "", text: "", texts }));
    if (!read) throw new Error("The alert was not read.");
    expect(toShown(read, words, "pt")).toEqual({ title: "Resolvido", body: "O disco\n09:05" });
    expect(toShown(read, words, "fr").title).toBe("Solved");
    expect(readPush(JSON.stringify({ ...push, texts: { pt: { title: 1 } } }))).toEqual(push);
  });

  it("has words of its own for a test", () => {
    expect(toShown({ ...push, title: "", testId: 3 }, words, "pt")).toEqual({ title: "Teste", body: "Chegou.\n09:05" });
  });

  it.each([
    "",
    "{",
    "null",
    "[]",
    '"text"',
    "{}",
    JSON.stringify({ ...push, path: "https://elsewhere.example" }),
    JSON.stringify({ ...push, at: 5 }),
  ])("ignores what our server does not send: %s", (text) => expect(readPush(text)).toBeNull());

  it("reads what our server sends", () => {
    expect(readPush(JSON.stringify(push))).toEqual(push);
    expect(readPush(JSON.stringify({ ...push, testId: 3 }))).toEqual({ ...push, testId: 3 });
  });
});
