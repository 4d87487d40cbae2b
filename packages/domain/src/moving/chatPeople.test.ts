import { findChatPeople } from "./chatPeople.js";

const isNumber = (written: string): boolean => /^\+\d/.test(written);
const find = (senders: readonly string[], files: readonly string[], said: string | null = null) =>
  findChatPeople({ senders, files, isNumber }, said);

describe("the two people of an exported chat", () => {
  it.each([
    ["the file of Android", ["Carla", "Bolos"], ["_x.zip", "Conversa do WhatsApp com Carla.txt"], { us: "Bolos", customer: "Carla" }],
    ["the archive of an iPhone", ["Bolos", "Carla"], ["WhatsApp Chat - Carla.zip", "_chat.txt"], { us: "Bolos", customer: "Carla" }],
    ["one that was downloaded twice", ["Bolos", "Carla"], ["Chat de WhatsApp con Carla (2).zip"], { us: "Bolos", customer: "Carla" }],
    ["a sender that is a number", ["Bolos", "+55 11 9"], ["chat.zip", "_chat.txt"], { us: "Bolos", customer: "+55 11 9" }],
    ["a customer who never answered", ["Bolos"], ["WhatsApp Chat with Carla.zip"], { us: "Bolos", customer: "Carla" }],
    ["a company that never answered", ["Carla"], ["WhatsApp Chat with Carla.zip"], { us: "", customer: "Carla" }],
    ["nothing", ["Bolos", "Carla"], ["chat.zip", "_chat.txt"], { us: null, customer: null }],
    ["a name that is neither", ["Bolos", "Carla S."], ["WhatsApp Chat with Carla.zip"], { us: null, customer: "Carla" }],
  ])("are told apart by %s", (_which, senders, files, people) => {
    expect(find(senders, files)).toEqual(people);
  });

  it("are whom the person says, who may not name anybody else", () => {
    expect(find(["Bolos", "Carla"], ["WhatsApp Chat with Carla.zip"], "Carla")).toEqual({ us: "Carla", customer: "Bolos" });
    expect(find(["Bolos", "Carla"], ["chat.zip"], "Zé")).toEqual({ us: null, customer: null });
    expect(find(["Bolos", "Carla"], ["chat.zip"], "")).toEqual({ us: null, customer: null });
    expect(find(["Carla"], ["chat.zip"], "")).toEqual({ us: "", customer: "Carla" });
  });
});
