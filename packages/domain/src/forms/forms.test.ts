import { ValidationError, type AnyObject, type ObjectSchema } from "yup";
import {
  connectionForm,
  contactForm,
  loginForm,
  newTicketForm,
  newUserForm,
  pairForm,
  pauseForm,
  queueForm,
  signupForm,
  transferForm,
  userForm,
} from "./index.js";

/** The messages of a form by field; empty when it is accepted. */
function faults<T extends AnyObject>(form: ObjectSchema<T>, values: unknown): Record<string, string> {
  try {
    form.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = "", message }) => [path, message] as const).reverse());
  }
}

const user = {
  name: "Ana",
  email: "ana@example.com",
  profile: "user",
  queueIds: [1],
  whatsappId: null,
  active: true,
  weekdays: true,
  saturday: false,
  sunday: false,
  holidays: false,
  startTime: "08:00",
  endTime: "18:00",
  addContact: false,
  editContact: false,
  delContact: false,
  substitution: [],
};
const contact = { name: "João", number: "+55 (11) 98765-4321", email: "", respostaAutomatica: true };
const connection = { name: "Principal", api: "meow", queueIds: [1] };
const queue = { name: "Suporte", color: "#123456" };

describe("user forms", () => {
  it.each<[object, Record<string, string>, string]>([
    [{ name: "" }, { name: "Required" }, "USER-012"],
    [{ name: "A" }, { name: "Too Short!" }, "USER-012"],
    [{ name: "A".repeat(51) }, { name: "Too Long!" }, "USER-012"],
    [{ email: "" }, { email: "Required" }, "USER-013"],
    [{ email: "ana" }, { email: "Invalid email" }, "USER-013"],
    [{}, {}, "USER-012, USER-013"],
  ])("judge %j as %j [%s]", (more, expected) => {
    expect(faults(userForm, { ...user, ...more })).toEqual(expected);
  });

  it("demand a strong password of a new user and of a signup [USER-015, USER-016, USER-025, AUTH-008]", () => {
    for (const form of [newUserForm, signupForm]) {
      expect(faults(form, { ...user, password: "Ab1!" })).toEqual({
        password: "A senha deve ter no mínimo 8 caracteres.",
      });
      expect(faults(form, { ...user, password: "" })).toEqual({ password: "Required" });
      expect(faults(form, { ...user, password: "Abcdef1!" })).toEqual({});
    }
  });

  it("ask for both fields at login and judge no strength [AUTH-001]", () => {
    expect(faults(loginForm, { email: "ana@example.com", password: "x" })).toEqual({});
    expect(faults(loginForm, { email: "", password: "" })).toEqual({ email: "Required", password: "Required" });
  });
});

describe("contactForm", () => {
  it.each<[object, Record<string, string>, string]>([
    [{ name: "J" }, { name: "Too Short!" }, "CONTACT-014"],
    [{ name: "J".repeat(51) }, { name: "Too Long!" }, "CONTACT-014"],
    [{ number: "1234567" }, { number: "Too Short!" }, "CONTACT-015"],
    [{ number: "1".repeat(51) }, { number: "Too Long!" }, "CONTACT-015"],
    [{ email: "joao" }, { email: "Invalid email" }, "CONTACT-016"],
    [{ respostaAutomatica: undefined }, { respostaAutomatica: "Required" }, "CONTACT-017"],
    [
      {
        redirect: [
          { queueId: 1, userId: 1 },
          { queueId: 1, userId: 2 },
        ],
      },
      { redirect: "Não deve haver mais de um redirecionamento para a mesma fila" },
      "CONTACT-018",
    ],
    [{ redirect: [{ queueId: 1 }] }, { redirect: "Não deve existir redirecionamento sem fila/usuário atribuído" }, "CONTACT-019"],
    [{}, {}, "CONTACT-014, CONTACT-015"],
  ])("judges %j as %j [%s]", (more, expected) => {
    expect(faults(contactForm, { ...contact, ...more })).toEqual(expected);
  });

  it("keeps the number as digits [CONTACT-015]", () => {
    expect(contactForm.validateSync(contact).number).toBe("5511987654321");
  });
});

describe("connection forms", () => {
  it.each<[object, Record<string, string>, string]>([
    [{ name: "" }, { name: "Required" }, "CONN-025"],
    [{ name: "P" }, { name: "Too Short!" }, "CONN-025"],
    [{ name: "P".repeat(256) }, { name: "Too Long!" }, "CONN-025"],
    [{ queueIds: [1, 2] }, { greetingMessage: "ERR_WAPP_GREETING_REQUIRED" }, "CONN-028"],
    [{ queueIds: [1, 2], greetingMessage: "Olá!" }, {}, "CONN-028"],
    [{}, {}, "CONN-025"],
  ])("judge %j as %j [%s]", (more, expected) => {
    expect(faults(connectionForm, { ...connection, ...more })).toEqual(expected);
  });

  it("refuse both histories at once (D-078) [CONN-020]", () => {
    expect(Object.keys(faults(connectionForm, { ...connection, historyByQueue: true, historyByUser: true }))).toEqual(["historyByUser"]);
    expect(faults(connectionForm, { ...connection, historyByUser: true })).toEqual({});
  });

  it("choose meow for a new connection [CONN-011]", () => {
    expect(connectionForm.cast({ name: "Principal" }).api).toBe("meow");
  });

  it("pair by 12 or 13 digits only [CONN-026, CONN-027]", () => {
    expect(faults(pairForm, { phone: "5511987654321" })).toEqual({});
    for (const phone of ["", "55119876543", "+5511987654321"])
      expect(faults(pairForm, { phone })).toEqual({ phone: "Número de telefone inválido" });
  });
});

describe("queueForm", () => {
  it.each<[object, string[], string]>([
    [{ name: "S" }, ["name"], "QUEUE-010"],
    [{ name: "S".repeat(251) }, ["name"], "QUEUE-010"],
    [{ color: "" }, ["color"], "QUEUE-011"],
    [{ color: "#1234567890" }, ["color"], "QUEUE-011"],
    [{ customOrder: "x" }, ["customOrder"], "QUEUE-012"],
    [{ customOrder: "" }, [], "QUEUE-012"],
    [{}, [], "QUEUE-010, QUEUE-011"],
  ])("finds faults in %j at %j [%s]", (more, fields) => {
    expect(Object.keys(faults(queueForm, { ...queue, ...more }))).toEqual(fields);
  });

  it("puts a queue without an order at 999 [QUEUE-013]", () => {
    expect(queueForm.validateSync(queue).customOrder).toBe(999);
  });
});

describe("ticket forms", () => {
  it("need contact, queue and connection for a new ticket [INBOX-038, INBOX-039, INBOX-040]", () => {
    expect(faults(newTicketForm, {})).toEqual({
      contactId: "Required",
      queueId: "Selecione uma fila válida",
      whatsappId: "Selecione uma conexão válida",
    });
    expect(faults(newTicketForm, { contactId: 1, queueId: 2, whatsappId: 3 })).toEqual({});
  });

  it("need queue and connection for a transfer [TICKET-037]", () => {
    const sentence = "Preencha todos os campos para realizar a transferencia";
    expect(faults(transferForm, { queueId: null, whatsappId: null })).toEqual({
      queueId: sentence,
      whatsappId: sentence,
    });
    expect(faults(transferForm, { queueId: 1, whatsappId: 1 })).toEqual({});
  });

  it("need a tag for a pause, and no message [TICKET-038, TICKET-039]", () => {
    expect(faults(pauseForm, { pauseTag: "  " })).toEqual({
      pauseTag: "Preencha todos os campos para pausar esse atendimento",
    });
    expect(faults(pauseForm, { pauseTag: "t".repeat(51) })).toEqual({ pauseTag: "Too Long!" });
    expect(faults(pauseForm, { pauseTag: "Almoço" })).toEqual({});
  });
});
