import { isSuper, SUPER_ADMIN_ID, type Actor } from "@balcao/domain/access";
import { isSettingKey, SETTINGS, type SettingRow } from "@balcao/domain/settings";
import { connectionView, sessionView } from "../connections/index.js";
import { contactView } from "../contacts/index.js";
import { toQueueView } from "../queues/index.js";
import { toSettingView } from "../settings/index.js";
import { toTemplateEvent } from "../templates/index.js";
import type { Presenter } from "../tickets/index.js";
import { toColleagueView, toUserView } from "../users/index.js";
import type { Telling } from "./listener.js";
import type { ContactNews, DirectoryNews, News, SettingNews } from "./readNews.js";

type OtherNews = Exclude<News, { topic: "ticket" }>;

/** What a person is told of everything but tickets; these events need no join (ARCHITECTURE 8). Views are those of a GET by the same person. */
export function tellOther(news: OtherNews, actor: Actor, presenter: Presenter): Telling[] {
  switch (news.topic) {
    case "contact":
      return tellContact(news, presenter);
    case "setting":
      return tellSetting(news, actor, presenter);
    case "user":
      return tellUser(news, actor, presenter);
    case "template":
      return [{ name: "template", event: toTemplateEvent(news.payload) }];
    case "queue":
    case "connection":
    case "session":
      return tellDirectory(news, actor, presenter);
  }
}

function tellContact({ payload, row }: ContactNews, presenter: Presenter): Telling[] {
  const contactId = payload.id;
  if (payload.action === "delete") return [{ name: "contact", event: { action: "delete", contactId } }];
  return row ? [{ name: "contact", event: { action: payload.action, contact: contactView(row, presenter), contactId } }] : [];
}

function tellSetting({ payload: { key } }: SettingNews, actor: Actor, { directory }: Presenter): Telling[] {
  if (!isSettingKey(key)) return [];
  const row: SettingRow = SETTINGS[key];
  if (row.superOnly === true && !isSuper(actor)) return [];
  return [{ name: "settings", event: { action: "update", setting: toSettingView(key, directory) } }];
}

/** The super administrator's account is hidden from others in events too (D-121). */
function tellUser({ payload: { id, action } }: DirectoryNews, actor: Actor, presenter: Presenter): Telling[] {
  if (id === SUPER_ADMIN_ID && actor.id !== SUPER_ADMIN_ID) return [];
  const user = presenter.directory.users.get(id);
  if (action === "delete" || !user || user.deleted) return [{ name: "user", event: { action: "delete", userId: id } }];
  const view = actor.profile === "admin" || actor.id === id ? toUserView(user, presenter) : toColleagueView(user, presenter);
  return [{ name: "user", event: { action, user: view, userId: id } }];
}

function tellDirectory({ topic, payload: { id, action } }: DirectoryNews, actor: Actor, { directory }: Presenter): Telling[] {
  if (topic === "queue") {
    const queue = directory.queues.get(id);
    return [
      {
        name: "queue",
        event: action === "delete" || !queue ? { action: "delete", queueId: id } : { action, queue: toQueueView(queue), queueId: id },
      },
    ];
  }
  const connection = directory.connections.get(id);
  if (topic === "session")
    return connection ? [{ name: "whatsappSession", event: { action: "update", session: sessionView(connection, actor) } }] : [];
  if (action === "delete" || !connection) return [{ name: "whatsapp", event: { action: "delete", whatsappId: id } }];
  return [{ name: "whatsapp", event: { action, whatsapp: connectionView(connection, directory, actor), whatsappId: id } }];
}
