import { sheetFile } from "@balcao/testing/sheetFile";
import { photo } from "../stories/photo.fixture.js";
import { FLAG, LIST, log, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

const USER = { id: NUMBER, name: TEXT, email: TEXT, profile: TEXT };

/** A photo with the documented remark. */
function pictureForm(): FormData {
  const data = photo();
  data.append("log", JSON.stringify(log("Alterou a foto", "Usuários")));
  return data;
}

/** A spreadsheet with one new user. */
function usersForm(): FormData {
  const rows = [
    ["Nome", "Email"],
    ["Zeca", "zeca@balcao.test"],
  ];
  return photo({ bytes: sheetFile(rows), name: "usuarios.xlsx", type: "application/octet-stream" });
}

/** People who work here. */
export function userCalls({ userId, spareUserId, queueId, seal }: CallScene): DocumentedCall[] {
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
  return [
    { id: "API-057", method: "GET", path: "/users?all=true", answers: { users: someLike({ id: NUMBER, name: TEXT }), hasMore: FLAG } },
    {
      id: "API-057",
      method: "GET",
      path: "/users/?searchParam=&pageNumber=1",
      answers: { users: someLike({ id: NUMBER, name: TEXT }), hasMore: FLAG },
    },
    { id: "API-058", method: "GET", path: `/users/${userId}`, answers: { id: userId, name: TEXT, profile: "user" } },
    { id: "API-059", method: "POST", path: "/users", who: "admin", body: newUser, answers: USER },
    {
      id: "API-060",
      method: "PUT",
      path: `/users/${spareUserId}`,
      as: "admin",
      body: { ...newUser, name: "Rui Alves", email: seal("email", "rui.alves@balcao.test"), log: log("Alterou usuário", "Usuários") },
      answers: { ...USER, id: spareUserId, name: "Rui Alves", email: "rui.alves@balcao.test" },
    },
    {
      id: "API-061",
      method: "POST",
      path: `/users/transfer/${spareUserId}`,
      who: "admin",
      body: { substituteId: userId, queueId },
      answers: { count: 0 },
    },
    {
      id: "API-062",
      method: "POST",
      path: `/users/reset/${spareUserId}`,
      who: "admin",
      body: { password: seal("password", "Senha-Boa-2"), log: log("Redefiniu a senha", "Usuários") },
      answers: { password: null },
    },
    { id: "API-063", method: "POST", path: `/users/picture/${userId}`, body: pictureForm(), answers: { profilePicUrl: TEXT } },
    { id: "API-065", method: "POST", path: "/users/import/1", who: "admin", body: usersForm(), answers: { created: 1, skipped: 0 } },
    { id: "API-064", method: "DELETE", path: `/users/${spareUserId}`, who: "admin" },
  ];
}

/** Queues. */
export function queueCalls({ queueId, spareQueueId, userId }: CallScene): DocumentedCall[] {
  return [
    { id: "API-066", method: "GET", path: "/queue", answers: someLike({ id: NUMBER, name: TEXT, color: TEXT }) },
    {
      id: "API-067",
      method: "GET",
      path: `/queue/${queueId}`,
      who: "admin",
      answers: { id: queueId, name: "Vendas", color: "#ff0000", queuesUser: LIST },
    },
    {
      id: "API-068",
      method: "POST",
      path: "/queue",
      who: "admin",
      body: { name: "Cobrança", color: "#12ab34", customOrder: "2", greetingMessage: "Olá" },
      answers: { id: NUMBER, name: "Cobrança", color: "#12ab34", customOrder: 2, greetingMessage: "Olá" },
    },
    {
      id: "API-069",
      method: "PUT",
      path: `/queue/${queueId}`,
      who: "admin",
      body: { name: "Vendas", color: "#ff0000", customOrder: 3, greetingMessage: "Bem-vindo", userIds: [userId] },
      answers: {
        id: queueId,
        customOrder: 3,
        greetingMessage: "Bem-vindo",
        queuesUser: someLike({ id: userId, name: TEXT }),
        userIds: [userId],
      },
    },
    { id: "API-070", method: "DELETE", path: `/queue/${spareQueueId}`, who: "admin" },
  ];
}
