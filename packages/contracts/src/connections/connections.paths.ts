import { path } from "../route/route.js";

export const connectionPaths = {
  list: path("GET", "/whatsapp"),
  listCloud: path("GET", "/whatsapp/api/cloud_api"),
  get: path("GET", "/whatsapp/:whatsappId"),
  create: path("POST", "/whatsapp"),
  change: path("PUT", "/whatsapp/:whatsappId"),
  delete: path("DELETE", "/whatsapp/:whatsappId"),
  listGaps: path("GET", "/whatsapp/:whatsappId/gaps"),
  resolveGap: path("POST", "/whatsapp/:whatsappId/gaps/:gapId/resolve"),
  listParked: path("GET", "/whatsapp/:whatsappId/parked"),
  retryParked: path("POST", "/whatsapp/:whatsappId/parked/:eventId/retry"),
  discardParked: path("DELETE", "/whatsapp/:whatsappId/parked/:eventId"),
  listKeyCopies: path("GET", "/whatsapp/:whatsappId/keyCopies"),
  restoreKeys: path("POST", "/whatsapp/:whatsappId/keyCopies/:copyId/restore"),
  recreate: path("DELETE", "/whatsapp/recreate/:whatsappId"),
  restart: path("POST", "/whatsapp/restart"),
  qr: path("GET", "/whatsapp/meow/qr/:whatsappId"),
  pair: path("POST", "/whatsapp/meow/pair/:whatsappId"),
  startSession: path("POST", "/whatsappsession/:whatsappId"),
  renewSession: path("PUT", "/whatsappsession/:whatsappId"),
  endSession: path("DELETE", "/whatsappsession/:whatsappId"),
} as const;
