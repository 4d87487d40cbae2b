import { LIMITS } from "../limits/index.js";
import { ValidationError, type AnyObject, type ObjectSchema } from "yup";
import {
  chooseQueueForm,
  connectionForm,
  loginForm,
  newConnectionForm,
  newContactForm,
  newTicketForm,
  pairForm,
  passwordChangeForm,
  pauseForm,
  queueForm,
  signupForm,
  userForm,
  templateForm,
  templateValuesForm,
  transferForm,
} from "./index.js";

/** The error messages of a form by field; empty when the form is valid. */
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
  ...{ name: "Ana", email: "ana@example.com", password: "Abcdef1!", profile: "user", queueIds: [1], whatsappId: 0, active: true },
  ...{
    addContact: false,
    editContact: false,
    delContact: false,
    sendToMany: false,
    maintain: false,
    weekdays: true,
    saturday: false,
    sunday: false,
    holidays: false,
  },
  ...{ startTime: "08:00", endTime: "18:00", substitution: [] },
};
const newUserForm = userForm({ isNew: true, people: [{ id: 7, name: "Rui", queueIds: [1] }] });
const contact = { name: "João", number: "+55 (11) 98765-4321" };
const connection = { name: "Principal", api: "meow", queueIds: [1] };
const queue = { name: "Suporte", color: "#123456" };

describe("user forms", () => {
  it.each<[object, Record<string, string>, string]>([
    [{ name: "" }, { name: "Required" }, "USER-012"],
    [{ name: "A" }, { name: "Too Short!" }, "USER-012"],
    [{ name: "A".repeat(51) }, { name: "Too Long!" }, "USER-012"],
    [{ email: "" }, { email: "Required" }, "USER-013"],
    [{ email: "ana" }, { email: "Invalid email" }, "USER-013"],
    [{ email: "ana@localhost" }, { email: "Invalid email" }, "USER-013"],
    [{}, {}, "USER-012, USER-013"],
  ])("judge %j as %j [%s]", (more, expected) => {
    expect(faults(newUserForm, { ...user, ...more })).toEqual(expected);
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

  it("judge substitutions with the documented sentences, and need no password of a user who exists [USER-018, USER-019, USER-020]", () => {
    const rui = { queueId: 1, substituteId: 7, transfer: false };
    const judged = (...substitution: object[]) => faults(newUserForm, { ...user, substitution });
    expect(judged(rui)).toEqual({});
    expect(judged(rui, rui)).toEqual({ substitution: "Não deve haver mais de uma substituição para a mesma fila" });
    for (const part of [{ queueId: 0 }, { substituteId: 0 }])
      expect(judged({ ...rui, ...part })).toEqual({ substitution: "Não deve existir substituições sem fila/usuário atribuído" });
    expect(judged({ ...rui, queueId: 2 })).toEqual({ substitution: "O(a) usuário(a) Rui não pertence à essa fila" });
    expect(faults(userForm({ isNew: false, people: [] }), { ...user, password: "" })).toEqual({});
    expect(Object.keys(faults(newUserForm, { ...user, startTime: "25:00" }))).toEqual(["startTime"]);
  });

  it("tell one fault of a change of password, at its field [USER-023, USER-024, USER-025]", () => {
    const change = { currentPassword: "old", password: "Abcdef1!", confirmation: "Abcdef1!" };
    expect(faults(passwordChangeForm, {})).toEqual({ currentPassword: "Por favor, preencha todos os campos!" });
    expect(faults(passwordChangeForm, { ...change, confirmation: "Abcdef1?" })).toEqual({
      confirmation: "Senhas preenchidas não coincidem!",
    });
    expect(faults(passwordChangeForm, { ...change, password: "Abcdefg!" })).toEqual({ password: "A senha deve ter pelo menos um número." });
    expect(faults(passwordChangeForm, change)).toEqual({});
  });

  it("require both fields at login and do not check the password's strength [AUTH-001]", () => {
    expect(faults(loginForm, { email: "ana@example.com", password: "x" })).toEqual({});
    expect(faults(loginForm, { email: "", password: "" })).toEqual({ email: "Required", password: "Required" });
  });
});

describe("newContactForm", () => {
  it.each<[object, Record<string, string>, string]>([
    [{ name: "J" }, { name: "Too Short!" }, "CONTACT-014"],
    [{ name: "J".repeat(51) }, { name: "Too Long!" }, "CONTACT-014"],
    [{ number: "1234567" }, { number: "Too Short!" }, "CONTACT-015"],
    [{ number: "1".repeat(51) }, { number: "Too Long!" }, "CONTACT-015"],
    [{}, {}, "CONTACT-014, CONTACT-015"],
  ])("judges %j as %j [%s]", (more, expected) => {
    expect(faults(newContactForm, { ...contact, ...more })).toEqual(expected);
  });

  it("keeps the number as it was typed, with its sign and what stands beside it [CONTACT-015, D-263]", () => {
    expect(newContactForm.validateSync({ ...contact, number: " +55 (11) 98765-4321 " }).number).toBe("+55 (11) 98765-4321");
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

  it("accept only 12 or 13 digits for pairing, or a Brazilian number without its country [CONN-026, CONN-027, D-263]", () => {
    expect(faults(pairForm, { phone: "5511987654321" })).toEqual({});
    expect(faults(pairForm, { phone: "11987654321" })).toEqual({});
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

  it.each([
    ["firstAnswerTarget", LIMITS.queue.target],
    ["nextAnswerTarget", LIMITS.queue.target],
    ["resolutionTarget", LIMITS.queue.target],
    ["targetWarning", LIMITS.queue.targetWarning],
    ["openLimit", LIMITS.queue.openLimit],
    ["customOrder", LIMITS.queue.order],
  ] as const)("takes whole numbers within their bounds as %s", (field, { min, max }) => {
    const wrong = [min - 1, min, min + 0.5, max, max + 1].filter((value) => field in faults(queueForm, { ...queue, [field]: value }));
    expect(wrong).toEqual([min - 1, min + 0.5, max + 1]);
  });

  it("takes an empty number as none, and puts a queue without an order at 999 [QUEUE-013]", () => {
    const none = { firstAnswerTarget: null, nextAnswerTarget: null, resolutionTarget: null, openLimit: null };
    const empty = Object.fromEntries(Object.keys(none).map((name) => [name, ""]));
    expect(queueForm.validateSync({ ...queue, ...empty, customOrder: "" })).toMatchObject({ ...none, customOrder: 999 });
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
    expect(faults(transferForm, { queueId: 0, whatsappId: 0 })).toEqual({
      queueId: sentence,
      whatsappId: sentence,
    });
    expect(faults(transferForm, { queueId: 1, whatsappId: 1 })).toEqual({});
    const forced = { queueId: 1, whatsappId: 1, messageForced: true };
    expect(faults(transferForm, { ...forced, transferMessage: " " })).toEqual({ transferMessage: sentence });
    expect(faults(transferForm, { ...forced, transferMessage: "Segue" })).toEqual({});
  });

  it("need a queue for a ticket that came without one [INBOX-022, INBOX-023]", () => {
    expect(faults(chooseQueueForm, {})).toEqual({ queueId: "Selecione uma fila válida" });
    expect(faults(chooseQueueForm, { queueId: 3 })).toEqual({});
  });

  it("need a tag for a pause, and no message [TICKET-038, TICKET-039]", () => {
    expect(faults(pauseForm, { pauseTag: "  " })).toEqual({
      pauseTag: "Preencha todos os campos para pausar esse atendimento",
    });
    expect(faults(pauseForm, { pauseTag: "t".repeat(51) })).toEqual({ pauseTag: "Too Long!" });
    expect(faults(pauseForm, { pauseTag: "Almoço" })).toEqual({});
  });
});

describe("template forms", () => {
  const draft = { name: "aviso", category: "UTILITY", language: "pt_BR", header: "", body: "Seu pedido saiu.", footer: "", buttons: [] };

  it("put every fault at its field, with the rule that it breaks [TMPL-014, D-217]", () => {
    expect(faults(templateForm, draft)).toEqual({});
    const wrong = { ...draft, name: "", header: "a\nb", buttons: [{ type: "URL", text: "Ver", url: "x" }] };
    expect(Object.keys(faults(templateForm, wrong)).sort()).toEqual(["buttons.0.url", "header", "name"]);
  });

  it("require each value of a template that is sent [CONV-041]", () => {
    const field = { kind: "text", part: "body", name: "1", card: null } as const;
    const fields = [field, field, field];
    expect(faults(templateValuesForm, { fields: [], values: [] })).toEqual({});
    expect(Object.keys(faults(templateValuesForm, { fields, values: ["Ana", "", "a\nb"] }))).toEqual(["values.2", "values.1"]);
  });
});

describe("the form of a new connection", () => {
  it("asks for the ids and the token of one of Meta, and for none of another [CONN-014, D-359]", () => {
    const account = { phoneNumberId: "1", wabaId: "2", tokenMeta: "t" };
    expect(faults(newConnectionForm, { name: "Loja", api: "cloud_api" })).toMatchObject({
      phoneNumberId: "Required",
      wabaId: "Required",
      tokenMeta: "Required",
    });
    expect(faults(newConnectionForm, { name: "Loja", api: "cloud_api", ...account })).toEqual({});
    expect(faults(newConnectionForm, { name: "Loja", api: "baileys" })).toEqual({});
    expect(faults(connectionForm, { name: "Loja", api: "cloud_api" })).toEqual({});
  });
});
