import { path } from "../route/route.js";

export const connectionPaths = {
  list: path("GET", "/whatsapp"),
  get: path("GET", "/whatsapp/:whatsappId"),
  create: path("POST", "/whatsapp"),
  delete: path("DELETE", "/whatsapp/:whatsappId"),
  recreate: path("DELETE", "/whatsapp/recreate/:whatsappId"),
  restart: path("POST", "/whatsapp/restart"),
  qr: path("GET", "/whatsapp/meow/qr/:whatsappId"),
  pair: path("POST", "/whatsapp/meow/pair/:whatsappId"),
  startSession: path("POST", "/whatsappsession/:whatsappId"),
  renewSession: path("PUT", "/whatsappsession/:whatsappId"),
  endSession: path("DELETE", "/whatsappsession/:whatsappId"),
} as const;
