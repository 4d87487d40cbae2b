/** What the documented calls speak of: rows that exist on the stage. */
export interface CallScene {
  readonly userId: number;
  readonly queueId: number;
  readonly contactId: number;
  readonly freeContactId: number;
  readonly connectionId: number;
  /** One that nothing needs. */
  readonly spareConnectionId: number;
  readonly ticketId: number;
  /** The agent's own texts in the ticket, one to be changed and one to be taken back. */
  readonly messageId: number;
  readonly spareMessageId: number;
  /** A message of the customer, whose payload is in the journal. */
  readonly receivedId: number;
  /** The contact of a group. */
  readonly groupId: number;
  readonly seal: (field: "email" | "password", text: string) => string;
}

type Shape = Readonly<Record<string, unknown>> | readonly unknown[];

export const TEXT: unknown = expect.any(String);
const NUMBER: unknown = expect.any(Number);
const FLAG: unknown = expect.any(Boolean);
export const LIST: unknown = expect.any(Array);

/** A list with at least one element like this. */
export const someLike = (shape: Shape): readonly unknown[] => expect.arrayContaining([expect.objectContaining(shape)]) as unknown[];

const TICKETS = { tickets: LIST, hasMore: FLAG, count: NUMBER };
const SESSION = { token: TEXT, user: expect.objectContaining({ id: NUMBER, name: TEXT, profile: TEXT }) as unknown };
const CONTACT = { id: NUMBER, name: TEXT, number: TEXT, email: TEXT };
const CONNECTION = { id: NUMBER, name: TEXT, status: TEXT };
const USER = { id: NUMBER, name: TEXT, email: TEXT, profile: TEXT };

export interface DocumentedCall {
  /** Requirement of the specification that names the call. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** What the specification says of the answer, at its place; more may be there. */
  readonly answers?: Shape;
  /** Another session than the agent's. */
  readonly as?: "admin" | "cookie" | "visitor";
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append("medias", new Blob(["um texto"], { type: "text/plain" }), "nota.txt");
  return data;
}

const log = (description: string, origin: string) => ({ descricao: description, origem: origin });

/**
 * One request per documented call, with the fields and spellings that the specification gives, in an order in which all of them succeed.
 * Written from the specification and not from our own client: a documented client must keep working.
 */
export function documentedCalls(scene: CallScene): DocumentedCall[] {
  const {
    userId,
    queueId,
    contactId,
    freeContactId,
    connectionId,
    spareConnectionId,
    ticketId,
    messageId,
    spareMessageId,
    receivedId,
    groupId,
    seal,
  } = scene;
  const newUser = {
    name: "Nina",
    email: seal("email", "nina@balcao.test"),
    password: "Senha-Boa-1",
    profile: "user",
    whatsappId: "",
    queueIds: [queueId],
    weekdays: true,
    saturday: false,
    sunday: false,
    holidays: false,
    startTime: "08:00",
    endTime: "18:00",
    editContact: false,
    addContact: false,
    delContact: false,
    active: true,
    substitution: [],
    log: log("Criou usuário", "Usuários"),
  };
  const connection = {
    name: "Suporte",
    api: "meow",
    isDefault: false,
    queueIds: [queueId],
    greetingMessage: "",
    farewellMessage: "",
    outOfHoursMessage: "",
    transferMessage: "",
    nps: "disabled",
    sendList: false,
    historyByQueue: false,
  };
  return [
    {
      id: "API-001",
      method: "POST",
      path: "/auth/login",
      as: "visitor",
      body: { email: seal("email", "ana@balcao.test"), password: seal("password", "Segura-Senha-1") },
      answers: SESSION,
    },
    { id: "API-003", method: "POST", path: "/auth/refresh_token", as: "cookie", answers: SESSION },
    { id: "API-002", method: "POST", path: "/auth/socket", body: { user: userId }, answers: { token: TEXT } },
    {
      id: "API-009",
      method: "GET",
      path: "/tickets?searchParam=&pageNumber=1&status=open&showAll=false&queueIds=%5B%5D",
      answers: TICKETS,
    },
    {
      id: "API-009",
      method: "GET",
      path: `/tickets/?pageNumber=1&status=pending&queueIds[]=${queueId}&showAll=true`,
      answers: TICKETS,
    },
    {
      id: "API-009",
      method: "GET",
      path: "/tickets?withUnreadMessages=true&limit=20&date=2026-06-01&firstDate=2026-01-01&lastDate=2026-12-31&isGroup=false",
      answers: TICKETS,
    },
    {
      id: "API-011",
      method: "GET",
      path: `/tickets/${ticketId}`,
      answers: {
        id: ticketId,
        status: "open",
        contact: { id: contactId },
        queue: { id: queueId },
        user: { id: userId },
        whatsapp: { id: connectionId },
      },
    },
    {
      id: "API-012",
      method: "GET",
      path: `/tickets/contact/${contactId}?whatsappId=${connectionId}`,
      answers: { status: TEXT, user: { name: TEXT }, queue: { name: TEXT } },
    },
    {
      id: "API-013",
      method: "POST",
      path: "/tickets",
      body: { contactId: freeContactId, queueId, whatsappId: connectionId, userId, status: "open" },
      answers: { id: NUMBER, status: "open" },
    },
    {
      id: "API-019",
      method: "GET",
      path: `/messages/${ticketId}?pageNumber=1&ios=false&userId=${userId}`,
      answers: { messages: someLike({ id: TEXT, body: TEXT, fromMe: FLAG }), hasMore: FLAG },
    },
    {
      id: "API-020",
      method: "GET",
      path: `/messages/ios/${ticketId}?pageNumber=1`,
      answers: { messages: someLike({ id: TEXT, body: TEXT, fromMe: FLAG }), hasMore: FLAG },
    },
    {
      id: "API-021",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "Bom dia", quotedMsg: null, editedMsg: null, userId },
    },
    {
      id: "API-021",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "Respondo a isto", quotedMsg: { id: receivedId }, editedMsg: null, userId },
    },
    {
      id: "API-021",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: form({ body: "um arquivo", fromMe: "true", userId: String(userId) }),
    },
    {
      id: "API-022",
      method: "PUT",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "São dez reais", quotedMsg: null, editedMsg: { id: messageId }, userId },
      answers: { isEdited: true, editedMsg: expect.anything() },
    },
    {
      id: "API-023",
      method: "POST",
      path: `/messages/vcard/${ticketId}`,
      body: { contactId: freeContactId },
      answers: { mediaType: TEXT },
    },
    {
      id: "API-024",
      method: "POST",
      path: `/messages/forward/${messageId}`,
      body: { contacts: [freeContactId], log: { descricao: "Encaminhou", origem: "Mensagens" } },
    },
    { id: "API-025", method: "DELETE", path: `/messages/${spareMessageId}` },
    {
      id: "API-028",
      method: "POST",
      path: "/whatsapp/meow/webhook/Loja_token",
      body: { id: receivedId, dataJson: `{"eventId":1}`, ticketId, reprocess: true },
    },
    { id: "API-050", method: "GET", path: `/contact/group/${groupId}`, answers: { participants: LIST, desc: TEXT } },
    {
      id: "API-014",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "paused", pauseTag: "Almoço", pauseMessage: "Já volto", log: log("Pausou", "Tickets") },
      answers: { id: ticketId, status: "paused" },
    },
    {
      id: "API-014",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "open", userId },
      answers: { id: ticketId, status: "open" },
    },
    {
      id: "API-014",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: {
        status: "open",
        userId,
        queueId,
        whatsappId: connectionId,
        transferMessage: "A Ana continua com você",
        recoverMessages: true,
        comment: "Cliente antigo",
        log: log("Transferiu", "Tickets"),
      },
      answers: { id: ticketId, status: "open", queue: { id: queueId }, user: { id: userId } },
    },
    {
      id: "API-014",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "closed", userId, onlyClose: true, log: { ...log("Fechou", "Tickets"), userId, ticketId } },
      answers: { id: ticketId, status: "closed" },
    },
    { id: "API-045", method: "GET", path: "/contacts/?searchParam=&pageNumber=1", answers: { contacts: someLike(CONTACT), hasMore: FLAG } },
    {
      id: "API-045",
      method: "GET",
      path: "/contacts?all=true&ignoreGroup=true",
      answers: { contacts: someLike({ id: NUMBER, name: TEXT, number: TEXT }), hasMore: FLAG },
    },
    { id: "API-046", method: "GET", path: `/contacts/${contactId}`, answers: CONTACT },
    {
      id: "API-047",
      method: "POST",
      path: "/contacts",
      as: "admin",
      answers: CONTACT,
      body: {
        name: "Cliente Três",
        number: "5511977770003",
        email: "",
        respostaAutomatica: true,
        tagIds: [],
        queueId: null,
        userId: null,
        redirect: false,
        extraInfo: [{ name: "CPF", value: "1" }],
        log: log("Criou contato", "Contatos"),
      },
    },
    {
      id: "API-049",
      method: "POST",
      path: "/contact",
      as: "admin",
      body: { name: "Cliente Quatro", number: "5511977770004", email: "" },
      answers: CONTACT,
    },
    { id: "API-057", method: "GET", path: "/users?all=true", answers: { users: someLike({ id: NUMBER, name: TEXT }), hasMore: FLAG } },
    {
      id: "API-057",
      method: "GET",
      path: "/users/?searchParam=&pageNumber=1",
      answers: { users: someLike({ id: NUMBER, name: TEXT }), hasMore: FLAG },
    },
    { id: "API-058", method: "GET", path: `/users/${userId}`, answers: { id: userId, name: TEXT, profile: "user" } },
    { id: "API-059", method: "POST", path: "/users", as: "admin", body: newUser, answers: USER },
    { id: "API-066", method: "GET", path: "/queue", answers: someLike({ id: NUMBER, name: TEXT, color: TEXT }) },
    {
      id: "API-067",
      method: "GET",
      path: `/queue/${queueId}`,
      as: "admin",
      answers: { id: queueId, name: "Vendas", color: "#ff0000", queuesUser: LIST },
    },
    {
      id: "API-068",
      method: "POST",
      path: "/queue",
      as: "admin",
      body: { name: "Cobrança", color: "#12ab34", customOrder: "2", greetingMessage: "Olá" },
      answers: { id: NUMBER, name: "Cobrança", color: "#12ab34", customOrder: 2, greetingMessage: "Olá" },
    },
    { id: "API-076", method: "GET", path: "/whatsapp/", answers: someLike(CONNECTION) },
    { id: "API-077", method: "GET", path: `/whatsapp/${connectionId}`, answers: CONNECTION },
    { id: "API-078", method: "POST", path: "/whatsapp", as: "admin", body: connection, answers: CONNECTION },
    {
      id: "API-079",
      method: "PUT",
      path: `/whatsapp/${spareConnectionId}`,
      as: "admin",
      body: { ...connection, name: "Reserva", queueIds: [queueId], log: log("Editou conexão", "Conexões") },
      answers: CONNECTION,
    },
    { id: "API-087", method: "GET", path: "/whatsapp/api/cloud_api", answers: someLike(CONNECTION) },
    {
      id: "API-082",
      method: "POST",
      path: "/whatsapp/restart/",
      as: "admin",
      body: { whatsappId: connectionId },
      answers: { message: TEXT },
    },
    { id: "API-083", method: "GET", path: `/whatsapp/meow/qr/${connectionId}`, as: "admin", answers: { qrcode: TEXT } },
    {
      id: "API-084",
      method: "POST",
      path: `/whatsapp/meow/pair/${connectionId}`,
      as: "admin",
      body: { phone: "5511999990000" },
      answers: { paircode: TEXT },
    },
    { id: "API-085", method: "POST", path: `/whatsappsession/${connectionId}`, as: "admin", answers: { message: TEXT } },
    { id: "API-086", method: "PUT", path: `/whatsappsession/${connectionId}`, as: "admin", answers: { message: TEXT } },
    { id: "API-081", method: "DELETE", path: `/whatsapp/recreate/${connectionId}`, as: "admin", answers: { message: TEXT } },
    { id: "API-080", method: "DELETE", path: `/whatsapp/${spareConnectionId}`, as: "admin", answers: { message: TEXT } },
    { id: "API-088", method: "GET", path: "/settings", answers: someLike({ key: TEXT, value: TEXT }) },
    { id: "API-093", method: "GET", path: "/notes", answers: { notes: LIST, count: NUMBER } },
    {
      id: "API-094",
      method: "POST",
      path: "/log",
      body: { ...log("Abriu o ticket", "Tickets"), userId, ticketId, contactId, queueId, whatsappId: null, messageId: null },
      answers: { message: TEXT },
    },
    {
      id: "API-094",
      method: "POST",
      path: "/log",
      body: { log: { ...log("Excluiu etiqueta", "Tags"), userId, contactId } },
      answers: { message: TEXT },
    },
    { id: "API-004", method: "DELETE", path: "/auth/logout", answers: { message: TEXT } },
  ];
}
