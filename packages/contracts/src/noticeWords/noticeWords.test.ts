import type { NoticeView } from "../notices/notices.views.js";
import { noticeText } from "./index.js";

type Facts = Parameters<typeof noticeText>[1];
const place = (kind: string) => ({ kind }) as NoticeView["place"];
const bare: Facts = {
  kind: "mention",
  place: place("message"),
  author: null,
  handover: null,
  reason: null,
  text: "",
  contact: { id: 1, name: "Cliente" } as NoticeView["contact"],
  target: null,
};
const author = { id: 2, name: "Ana" } as NoticeView["author"];
const handed = (queue: string | null, note: string | null = null) =>
  ({ user: queue === null ? { id: 3, name: "Rui" } : null, queue: { id: 1, name: queue ?? "Vendas" }, note }) as NoticeView["handover"];
const target = (of: string, isOver: boolean) => ({ of, isOver }) as NoticeView["target"];

it.each<[string, Partial<Facts>, string, string]>([
  ["a mention", { author, text: "veja" }, "Cliente", "Ana mentioned you: veja"],
  ["a mention by nobody that is known", { text: "veja" }, "Cliente", "veja"],
  ["a mention without words", { author }, "Cliente", "Ana mentioned you"],
  ["a message without a contact", { author, contact: null }, "", "Ana mentioned you"],
  [
    "what was handed to a person",
    { kind: "handover", author, handover: handed(null, "urgente") },
    "Cliente",
    "Ana transferred it to you: urgente",
  ],
  [
    "what was handed to a queue",
    { kind: "handover", author, handover: handed("Vendas"), text: "x" },
    "Cliente",
    "Ana transferred it to queue Vendas",
  ],
  ["what was handed to everybody by a rule", { kind: "handover", handover: handed("") }, "Cliente", "Conversation passed to all agents"],
  ["a send that failed, whose comment says it", { kind: "failedSend", author, text: "não saiu" }, "Cliente", "não saiu"],
  [
    "a target that is near",
    { kind: "target", place: place("target"), target: target("firstAnswer", false) },
    "Cliente",
    "First answer due soon",
  ],
  [
    "a target that is over",
    { kind: "target", place: place("target"), target: target("resolution", true) },
    "Cliente",
    "Resolution overdue",
  ],
  ["a target that is gone", { kind: "target", place: place("target") }, "Cliente", ""],
  [
    "a mass send",
    { kind: "heldSend", place: place("massSend"), reason: "paused", text: "Oferta" },
    "Mass send stopped",
    "a colleague paused it: Oferta",
  ],
  ["a schedule without a reason", { kind: "heldSend", place: place("schedule"), text: "Oferta" }, "Schedule stopped", "Oferta"],
])("says %s", (_what, facts, title, text) => {
  expect(noticeText("en", { ...bare, ...facts })).toEqual({ title, text });
});

it("speaks the reader's language, and Portuguese where it does not know it", () => {
  const said = ["pt", "en", "es", "fr", "toString"].map((language) => noticeText(language, { ...bare, author }).text);
  expect(said).toEqual(["Ana mencionou você", "Ana mentioned you", "Ana mencionó a usted", "Ana mencionou você", "Ana mencionou você"]);
  const passed = (language: string, queue: string | null) =>
    noticeText(language, { ...bare, kind: "handover", handover: handed(queue) }).text;
  expect(["pt", "es"].flatMap((language) => [null, "", "Vendas"].map((queue) => passed(language, queue)))).toEqual([
    ...["Conversa passada para você", "Conversa passada para todos os atendentes", "Conversa passada para a fila Vendas"],
    ...["Conversación pasada a usted", "Conversación pasada a todos los agentes", "Conversación pasada a la cola Vendas"],
  ]);
});
