import { isSuper, SUPER_ADMIN_ID } from "@balcao/domain/access";
import { hasQuickAnswer } from "@balcao/domain/quickAnswers";
import { seesView } from "@balcao/domain/savedViews";
import { isSettingKey, SETTINGS, type SettingRow } from "@balcao/domain/settings";
import { getContactRowsByIds } from "@balcao/database/contacts";
import { listJobsByIds } from "@balcao/database/jobs";
import { listQuickAnswersByIds } from "@balcao/database/quickAnswers";
import { listQuestionRows } from "@balcao/database/questions";
import { listRunsByIds } from "@balcao/database/sendRuns";
import type { Sql } from "@balcao/database/sql";
import { listTagRows } from "@balcao/database/tags";
import { connectionView, sessionView } from "../../numbers/connections/index.js";
import { contactView } from "../../people/contacts/index.js";
import { toJobView } from "../../ground/jobs/index.js";
import type { LivePayloads, RowLivePayload } from "../../ground/kernel/index.js";
import { toQuestionView } from "../../company/questions/index.js";
import { toMassSendView } from "../../campaigns/massSends/index.js";
import { toQueueView } from "../../company/queues/index.js";
import { toQuickAnswerView } from "../../inbox/quickAnswers/index.js";
import { readScheduleRows, toScheduleView } from "../../campaigns/schedules/index.js";
import { toSettingView } from "../../company/settings/index.js";
import { toTagView } from "../../people/tags/index.js";
import { toTemplateEvent } from "../../inbox/templates/index.js";
import type { Presenter } from "../../inbox/tickets/index.js";
import { toColleagueView, toUserView } from "../../people/users/index.js";
import type { LiveMessage, Viewer } from "./listener.js";
import { NOTHING, type Presentation, type Topic } from "./topic.js";

/** What views need that are the same for everybody: nothing of the person. */
type SharedPresenter = Pick<Presenter, "directory" | "fileUrl">;

const EVERYBODY = "everybody";

/** Creates a topic without rows whose events are the same for everybody. */
function forEverybody<P>(present: (payload: P, presenter: SharedPresenter) => readonly LiveMessage[]): Topic<P> {
  return withoutRows(({ payload }) => ({ classOf: () => EVERYBODY, present: ({ presenter }) => present(payload, presenter) }));
}

/** Creates a topic without rows whose events differ from person to person. */
function perPerson<P>(present: (payload: P, viewer: Viewer) => readonly LiveMessage[]): Topic<P> {
  return withoutRows(({ payload }) => ({ classOf: ({ actor }) => `person ${actor.id}`, present: (viewer) => present(payload, viewer) }));
}

function withoutRows<P>(toPresentation: (event: { readonly payload: P }) => Presentation): Topic<P> {
  return { load: () => Promise.resolve(toPresentation) };
}

/**
 * A topic whose rows are read once per batch and are the same for everybody. A row that was deleted
 * meanwhile is left out: its own event follows.
 */
function ofRows<Row extends { readonly id: number }>(
  read: (sql: Sql, ids: readonly number[]) => Promise<readonly Row[]>,
  show: {
    readonly deleted: (id: number) => LiveMessage;
    readonly row: (row: Row, action: "create" | "update", presenter: SharedPresenter) => LiveMessage;
  },
): Topic<RowLivePayload> {
  return {
    load: async (sql, _snapshot, events) => {
      const ids = [...new Set(events.map(({ payload }) => payload.id))];
      const rows = new Map((await read(sql, ids)).map((row) => [row.id, row]));
      return ({ payload: { id, action } }) => ({
        classOf: () => EVERYBODY,
        present: ({ presenter }) => {
          if (action === "delete") return [show.deleted(id)];
          const row = rows.get(id);
          return row ? [show.row(row, action, presenter)] : [];
        },
      });
    },
  };
}

/** Everybody signed in receives contacts. */
const contactTopic = ofRows(getContactRowsByIds, {
  deleted: (contactId) => ({ name: "contact", event: { action: "delete", contactId } }),
  row: (row, action, presenter) => ({
    name: "contact",
    event: { action, contact: contactView(row, presenter), contactId: row.id },
  }),
});

/** One event for a change of many contacts: browsers read their lists again. */
const contactsTopic = forEverybody<LivePayloads["contacts"]>(() => [{ name: "contact", event: { action: "reload" } }]);

/** Only its person receives events of a job; a row that is gone was dismissed. */
const jobTopic: Topic<LivePayloads["job"]> = {
  load: async (sql, _directory, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.id))];
    const jobs = new Map((await listJobsByIds(sql, ids)).flatMap(toJobView).map((job) => [job.id, job]));
    return ({ payload: { userId, id } }) => ({
      classOf: ({ actor }) => (actor.id === userId ? `person ${userId}` : NOTHING),
      present: () => {
        const job = jobs.get(id);
        return [{ name: "job", event: job ? { action: "update", job, jobId: id } : { action: "delete", jobId: id } }];
      },
    });
  },
};

/** Only the person of an account is told that it changed hands, or may have. */
const accountTopic: Topic<LivePayloads["account"]> = {
  load: () =>
    Promise.resolve(({ payload: { userId, change, userAgent = "", bySession } }) => ({
      classOf: ({ actor, sessionId }) => (actor.id === userId && sessionId !== bySession ? `person ${userId}` : NOTHING),
      present: () => [{ name: "account", event: { action: change, userAgent } }],
    })),
};

const tagTopic = ofRows(listTagRows, {
  deleted: (tagId) => ({ name: "tag", event: { action: "delete", tagId } }),
  row: (row, action) => ({ name: "tag", event: { action, tag: toTagView(row), tagId: row.id } }),
});

/** Those who have a quick answer receive it; for the others a changed one may have been theirs before, and is gone. */
const quickAnswerTopic: Topic<RowLivePayload> = {
  load: async (sql, _directory, events) => {
    const ids = [...new Set(events.map(({ payload }) => payload.id))];
    const rows = new Map((await listQuickAnswersByIds(sql, ids)).map((row) => [row.id, row]));
    return ({ payload: { id, action } }) => {
      const row = rows.get(id);
      const deleted: LiveMessage = { name: "quickAnswer", event: { action: "delete", quickAnswerId: id } };
      if (action === "delete" || !row) return { classOf: () => (action === "delete" ? EVERYBODY : NOTHING), present: () => [deleted] };
      return {
        classOf: ({ actor }) => (hasQuickAnswer(actor, row) ? "owners" : action === "create" ? NOTHING : "others"),
        present: ({ actor, presenter }) =>
          hasQuickAnswer(actor, row)
            ? [{ name: "quickAnswer", event: { action, quickAnswer: toQuickAnswerView(row, presenter), quickAnswerId: id } }]
            : [deleted],
      };
    };
  },
};

/** Those who see a view hear of it, whoever saw it before hears that it is gone; a tab is its person's alone (D-612). */
const savedViewTopic: Topic<LivePayloads["savedView"]> = withoutRows(({ payload: { id, action, before, after, onlyUserId } }) => ({
  classOf: ({ actor }) => {
    if (onlyUserId !== undefined) return actor.id === onlyUserId ? "seen" : NOTHING;
    if (after && seesView(actor, after)) return "seen";
    return before && seesView(actor, before) ? "gone" : NOTHING;
  },
  present: ({ actor }) => {
    const isSeen = action !== "delete" && (onlyUserId === actor.id || (after !== null && seesView(actor, after)));
    return [{ name: "savedView", event: { action: isSeen ? action : "delete", viewId: id } }];
  },
}));

const questionTopic = ofRows(listQuestionRows, {
  deleted: (questionId) => ({ name: "pergunta", event: { action: "delete", perguntaId: questionId } }),
  row: (row, action, { directory }) => ({
    name: "pergunta",
    event: { action, perguntas: toQuestionView(row, directory), perguntaId: row.id },
  }),
});

/** The super administrator's account is hidden from others in events too. */
const userTopic = perPerson<LivePayloads["user"]>(({ id, action, profileChanged }, { actor, presenter }) => {
  if (id === SUPER_ADMIN_ID && actor.id !== SUPER_ADMIN_ID) return [];
  const user = presenter.directory.users.get(id);
  if (action === "delete" || !user || user.deleted) return [{ name: "user", event: { action: "delete", userId: id } }];
  const view = actor.profile === "admin" || actor.id === id ? toUserView(user, presenter) : toColleagueView(user, presenter);
  return [{ name: "user", event: { action, user: view, userId: id, ...(profileChanged && { profileChanged }) } }];
});

const queueTopic = forEverybody<LivePayloads["queue"]>(({ id, action }, { directory }) => {
  const queue = directory.queues.get(id);
  if (action === "delete" || !queue) return [{ name: "queue", event: { action: "delete", queueId: id } }];
  return [{ name: "queue", event: { action, queue: toQueueView(queue), queueId: id } }];
});

const connectionTopic = perPerson<LivePayloads["connection"]>(({ id, action }, { actor, presenter: { directory } }) => {
  const connection = directory.connections.get(id);
  if (action === "delete" || !connection) return [{ name: "whatsapp", event: { action: "delete", whatsappId: id } }];
  return [{ name: "whatsapp", event: { action, whatsapp: connectionView(connection, directory, actor), whatsappId: id } }];
});

const sessionTopic = perPerson<LivePayloads["session"]>(({ id }, { actor, presenter }) => {
  const connection = presenter.directory.connections.get(id);
  return connection ? [{ name: "whatsappSession", event: { action: "update", session: sessionView(connection, actor) } }] : [];
});

const settingTopic = perPerson<LivePayloads["setting"]>(({ key }, { actor, presenter }) => {
  if (!isSettingKey(key)) return [];
  const row: SettingRow = SETTINGS[key];
  if (row.superOnly === true && !isSuper(actor)) return [];
  return [{ name: "settings", event: { action: "update", setting: toSettingView(key, presenter.directory, actor) } }];
});

/** Everybody signed in may read mass sends [D-306]. */
const massSendTopic = ofRows(listRunsByIds, {
  deleted: (id) => ({ name: "envioMassa", event: { action: "delete", envioId: id } }),
  row: (row, action, presenter) => ({
    name: "envioMassa",
    event: { action, envios: toMassSendView(row, presenter.directory), envioId: row.id },
  }),
});

/** Everybody signed in may read schedules. */
const scheduleTopic = ofRows(readScheduleRows, {
  deleted: (id) => ({ name: "agendamento", event: { action: "delete", agendamentoId: id } }),
  row: (row, action, presenter) => ({
    name: "agendamento",
    event: { action, agendamento: toScheduleView(row, presenter), agendamentoId: row.id },
  }),
});

/** Everybody signed in may read templates. */
const templateTopic = forEverybody<LivePayloads["template"]>((payload) => [{ name: "template", event: toTemplateEvent(payload) }]);

/** It has no message of its own: sockets get `resync` instead of a batch with it. */
const everythingTopic = forEverybody<LivePayloads["everything"]>(() => []);

/** Every topic but tickets and their protocols. */
export const rowTopics = {
  contact: contactTopic,
  contacts: contactsTopic,
  job: jobTopic,
  account: accountTopic,
  user: userTopic,
  userStatus: userTopic,
  queue: queueTopic,
  tag: tagTopic,
  quickAnswer: quickAnswerTopic,
  savedView: savedViewTopic,
  question: questionTopic,
  connection: connectionTopic,
  session: sessionTopic,
  setting: settingTopic,
  template: templateTopic,
  massSend: massSendTopic,
  schedule: scheduleTopic,
  everything: everythingTopic,
};
