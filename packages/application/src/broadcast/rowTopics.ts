import { isSuper, SUPER_ADMIN_ID } from "@balcao/domain/access";
import { isSettingKey, SETTINGS, type SettingRow } from "@balcao/domain/settings";
import { getContactRowsByIds } from "@balcao/database/contacts";
import { connectionView, sessionView } from "../connections/index.js";
import { contactView } from "../contacts/index.js";
import type { LivePayloads } from "../kernel/index.js";
import { toQueueView } from "../queues/index.js";
import { toSettingView } from "../settings/index.js";
import { toTemplateEvent } from "../templates/index.js";
import { toColleagueView, toUserView } from "../users/index.js";
import type { LiveMessage, Viewer } from "./listener.js";
import type { Topic } from "./topic.js";

/** A topic whose views come from the directory or from the payload alone: there is nothing to load. */
function withoutRows<P>(present: (payload: P, viewer: Viewer) => readonly LiveMessage[]): Topic<P> {
  return {
    load: () =>
      Promise.resolve(
        ({ payload }) =>
          (viewer) =>
            present(payload, viewer),
      ),
  };
}

/** Everybody signed in hears of contacts (D-126). */
export const contactTopic: Topic<LivePayloads["contact"]> = {
  load: async (sql, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.id))];
    const rows = new Map((await getContactRowsByIds(sql, ids)).map((row) => [row.id, row]));
    return ({ payload: { id: contactId, action } }) =>
      ({ presenter }) => {
        if (action === "delete") return [{ name: "contact", event: { action, contactId } }];
        const row = rows.get(contactId);
        return row ? [{ name: "contact", event: { action, contact: contactView(row, presenter), contactId } }] : [];
      };
  },
};

/** The super administrator's account is hidden from others in events too (D-121). */
export const userTopic = withoutRows<LivePayloads["user"]>(({ id, action }, { actor, presenter }) => {
  if (id === SUPER_ADMIN_ID && actor.id !== SUPER_ADMIN_ID) return [];
  const user = presenter.directory.users.get(id);
  if (action === "delete" || !user || user.deleted) return [{ name: "user", event: { action: "delete", userId: id } }];
  const view = actor.profile === "admin" || actor.id === id ? toUserView(user, presenter) : toColleagueView(user, presenter);
  return [{ name: "user", event: { action, user: view, userId: id } }];
});

export const queueTopic = withoutRows<LivePayloads["queue"]>(({ id, action }, { presenter }) => {
  const queue = presenter.directory.queues.get(id);
  if (action === "delete" || !queue) return [{ name: "queue", event: { action: "delete", queueId: id } }];
  return [{ name: "queue", event: { action, queue: toQueueView(queue), queueId: id } }];
});

export const connectionTopic = withoutRows<LivePayloads["connection"]>(({ id, action }, { actor, presenter: { directory } }) => {
  const connection = directory.connections.get(id);
  if (action === "delete" || !connection) return [{ name: "whatsapp", event: { action: "delete", whatsappId: id } }];
  return [{ name: "whatsapp", event: { action, whatsapp: connectionView(connection, directory, actor), whatsappId: id } }];
});

export const sessionTopic = withoutRows<LivePayloads["session"]>(({ id }, { actor, presenter }) => {
  const connection = presenter.directory.connections.get(id);
  return connection ? [{ name: "whatsappSession", event: { action: "update", session: sessionView(connection, actor) } }] : [];
});

export const settingTopic = withoutRows<LivePayloads["setting"]>(({ key }, { actor, presenter }) => {
  if (!isSettingKey(key)) return [];
  const row: SettingRow = SETTINGS[key];
  if (row.superOnly === true && !isSuper(actor)) return [];
  return [{ name: "settings", event: { action: "update", setting: toSettingView(key, presenter.directory) } }];
});

/** Everyone signed in may read templates (D-215). */
export const templateTopic = withoutRows<LivePayloads["template"]>((payload) => [{ name: "template", event: toTemplateEvent(payload) }]);
