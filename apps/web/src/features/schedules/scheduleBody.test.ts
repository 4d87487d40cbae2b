import type { ScheduleView } from "@balcao/contracts/schedules";
import { NOBODY } from "../../ui/audience/chosenAudience";
import { toChangeBody, type NamedSchedule } from "./scheduleBody";

const schedule: ScheduleView = {
  ...{ id: 7, title: "Aviso", message: "Olá", recurrence: "every_month", RValue: "5", sendAt: "2026-11-26T15:30:00.000Z" },
  ...{ allContacts: false, contactsIds: "1,2", tagsIds: "", enviados: 0, total: 0, whatsapp: null, status: null, nextAt: null },
  ...{ updatedAt: "2026-11-20T12:00:00.000Z", stop: null, held: false, paused: false, template: null, missingTags: 0, user: null },
  ...{ ticketId: null, signed: false, failure: null },
  medias: [
    { id: "a", url: "", name: "a.png", mimetype: "image/png", size: 1 },
    { id: "b", url: "", name: "b.png", mimetype: "image/png", size: 1 },
  ],
};
const editing: NamedSchedule = { ...schedule, contacts: [{ id: 1, name: "Um" }] };
const log = { userId: 3, userName: "Ana" };

describe("the body of a changed schedule", () => {
  it("has only what the person changed, so that what a colleague changed meanwhile stays [SCHED-010, D-163]", () => {
    expect(toChangeBody(editing, {}, log)).toEqual({ log });
    expect(toChangeBody(editing, { title: "", whatsappId: "4" }, log)).toEqual({ title: "", whatsappId: 4, log });
    expect(toChangeBody(editing, { audience: { ...NOBODY, kind: "tags", tagIds: [8, 9] } }, log)).toEqual({
      ...{ allContacts: false, contactsIds: "", tagsIds: "8,9" },
      log,
    });
    expect(toChangeBody(editing, { medias: schedule.medias.slice(1) }, log)).toEqual({ keepMedias: ["b"], log });
  });

  it("has a recurrence with its value, and a day with its time, where one of both was changed [SCHED-013, D-163]", () => {
    expect(toChangeBody(editing, { recurrence: "business_day" }, log)).toEqual({ recurrence: "business_day", RValue: "5", log });
    expect(toChangeBody(editing, { RValue: "6" }, log)).toEqual({ recurrence: "every_month", RValue: "6", log });
    expect(toChangeBody(editing, { clock: "09:15" }, log)).toEqual({ sendAt: "2026-11-26T12:15:00.000Z", log });
  });
});
