import { log, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

const CONNECTION = { id: NUMBER, name: TEXT, status: TEXT };

/** Connections and their sessions, one of them up to its deletion. */
export function connectionCalls({ queueId, connectionId, spareConnectionId }: CallScene): DocumentedCall[] {
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
    { id: "API-076", method: "GET", path: "/whatsapp/", answers: someLike(CONNECTION) },
    { id: "API-077", method: "GET", path: `/whatsapp/${connectionId}`, answers: CONNECTION },
    { id: "API-078", method: "POST", path: "/whatsapp", who: "admin", body: connection, answers: CONNECTION },
    {
      id: "API-079",
      method: "PUT",
      path: `/whatsapp/${spareConnectionId}`,
      who: "admin",
      body: { ...connection, name: "Reserva", queueIds: [queueId], log: log("Editou conexão", "Conexões") },
      answers: CONNECTION,
    },
    { id: "API-087", method: "GET", path: "/whatsapp/api/cloud_api", answers: someLike(CONNECTION) },
    {
      id: "API-082",
      method: "POST",
      path: "/whatsapp/restart/",
      who: "admin",
      body: { whatsappId: connectionId },
      answers: { message: TEXT },
    },
    { id: "API-083", method: "GET", path: `/whatsapp/meow/qr/${connectionId}`, who: "admin", answers: { qrcode: TEXT } },
    {
      id: "API-084",
      method: "POST",
      path: `/whatsapp/meow/pair/${connectionId}`,
      who: "admin",
      body: { phone: "5511999990000" },
      answers: { paircode: TEXT },
    },
    { id: "API-085", method: "POST", path: `/whatsappsession/${connectionId}`, who: "admin", answers: { message: TEXT } },
    { id: "API-086", method: "PUT", path: `/whatsappsession/${connectionId}`, who: "admin", answers: { message: TEXT } },
    { id: "API-081", method: "DELETE", path: `/whatsapp/recreate/${connectionId}`, who: "admin", answers: { message: TEXT } },
    { id: "API-080", method: "DELETE", path: `/whatsapp/${spareConnectionId}`, who: "admin", answers: { message: TEXT } },
  ];
}
