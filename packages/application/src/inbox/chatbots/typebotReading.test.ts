import { readTypebotAnswer, type ChatbotAnswer } from "./typebotReading.js";

const answerOf = (more: object): ChatbotAnswer | null => readTypebotAnswer({ sessionId: "s", messages: [], ...more }, null);
/** What a chatbot says with these messages. */
const said = (...messages: readonly object[]): readonly (string | null)[] | undefined =>
  answerOf({ messages })?.bubbles.map((bubble) => (bubble.kind === "text" ? bubble.text : `file ${bubble.address}`));
const text = (content: object) => ({ type: "text", content });
const rich = (...richText: readonly object[]) => text({ richText });
const redirect = (url: unknown) => ({ redirect: { url } });
const choices = (type: string, ...items: readonly unknown[]) => answerOf({ input: { type, items } })?.choices;

it.each<[unknown, string | null, string | null]>([
  [{ sessionId: "new", messages: [] }, "known", "new"],
  [{ messages: [] }, "known", "known"],
  [{ messages: [] }, null, null],
  [{ sessionId: "s", messages: "none" }, null, null],
  ["text", "known", null],
  [null, "known", null],
])("knows %j after the session %s as the session %s", (answer, known, session) => {
  expect(readTypebotAnswer(answer, known)?.sessionId ?? null).toBe(session);
});

it("reads texts in each form, and leaves out what says nothing", () => {
  expect(
    said(text({ markdown: "**a**", plainText: "b" }), text({ plainText: " b " }), text({}), { type: "text" }, { type: "other" }),
  ).toEqual(["**a**", "b"]);
  expect(said(rich({ children: [{ text: "um" }] }, { children: [{ text: "dois " }, { text: "três" }] }))).toEqual(["um\ndois três"]);
});

it("marks words as WhatsApp does, and no spaces", () => {
  const line = (...children: readonly object[]) => said(rich({ type: "p", children }))?.[0];
  expect(line({ text: "oi ", bold: true }, { text: "tudo", italic: true }, { text: " bem", strikethrough: true })).toBe(
    "*oi* _tudo_ ~bem~",
  );
  expect(line({ text: "a", bold: true, italic: true }, { text: "  ", bold: true }, { text: "b", bold: false })).toBe("_*a*_  b");
});

it("writes links with their address once, and lists with their signs", () => {
  const link = (url: string, words: string) => said(rich({ children: [{ type: "a", url, children: [{ text: words }] }] }))?.[0];
  expect([link("https://a.test", "loja"), link("https://a.test", "https://a.test"), link("", "loja")]).toEqual([
    "loja (https://a.test)",
    "https://a.test",
    "loja",
  ]);
  expect(said(rich({ children: [{ type: "a", url: "https://a.test" }] }))).toEqual(["https://a.test"]);
  const items = ["um", "dois"].map((each) => ({ children: [{ text: each }] }));
  expect(said(rich({ type: "ul", children: items }))).toEqual(["- um\n- dois"]);
  expect(said(rich({ type: "ol", children: items }))).toEqual(["1. um\n2. dois"]);
});

it("reads no text that is deeper than people write", () => {
  const nested = (depth: number): object => (depth === 0 ? { text: "fundo" } : { children: [nested(depth - 1)] });
  expect([said(rich(nested(12))), said(rich(nested(13)))]).toEqual([["fundo"], []]);
});

it.each([
  ["image", { url: "https://a.test/a.png" }, "file https://a.test/a.png"],
  ["video", { type: "url", url: " https://a.test/a.mp4 " }, "file https://a.test/a.mp4"],
  ["video", { type: "youtube", url: "https://youtu.be/x" }, "https://youtu.be/x"],
  ["audio", { url: "data:audio/mp3;base64,AA" }, "data:audio/mp3;base64,AA"],
  ["other", { url: "https://a.test" }, "https://a.test"],
])("reads a bubble %s of %j as %s", (type, content, expected) => {
  expect(said({ type, content })).toEqual([expected]);
});

it("offers what may be chosen, by the first field that says something", () => {
  expect(choices("choice input", { content: " Sim " }, { content: "" }, "x", { content: "Não" })).toEqual(["Sim", "Não"]);
  expect(choices("picture choice input", { title: "", description: "A" }, { title: "B", description: "C" }, {})).toEqual(["A", "B"]);
  expect(choices("cards input", { title: "D" })).toEqual(["D"]);
  expect(choices("text input", { content: "Sim" })).toEqual([]);
});

it.each<[string, readonly unknown[], object | undefined, Partial<ChatbotAnswer>]>([
  ["waits for an answer", [], { type: "text input" }, { queue: null, isOver: false }],
  ["is over without a question", [], undefined, { queue: null, isOver: true }],
  [
    "sends to a queue, and offers nothing more",
    [redirect(" queue: Vendas ")],
    { type: "choice input", items: [{ content: "Sim" }] },
    { queue: "Vendas", choices: [], isOver: true, bubbles: [] },
  ],
  [
    "sends to the first queue that it names",
    [redirect("https://a.test"), redirect("FILA:3"), redirect("fila:4")],
    undefined,
    { queue: "3" },
  ],
  ["names no queue with an empty name", [redirect("queue: ")], { type: "text input" }, { queue: null, isOver: false }],
  [
    "says any other address",
    [redirect("https://a.test"), redirect(7), {}],
    undefined,
    { bubbles: [{ kind: "text", text: "https://a.test" }] },
  ],
])("%s", (_what, clientSideActions, input, expected) => {
  expect(answerOf({ clientSideActions, input })).toMatchObject(expected);
});
