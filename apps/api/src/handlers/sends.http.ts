import type { Services } from "@balcao/application/ground/kernel";
import {
  changeMassSend,
  countMassSend,
  createMassSend,
  exportMassSend,
  getMassSend,
  liftSendStop,
  proveMassSend,
  listMassSendRecipients,
  listMassSends,
  runMassSend,
  testMassSend,
} from "@balcao/application/campaigns/massSends";
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listPlanned,
  listScheduleRuns,
  listSchedules,
  pauseSchedule,
} from "@balcao/application/campaigns/schedules";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** The handlers of mass sends and schedules. */
export function sendHandlers(services: Services): { readonly [F in "massSends" | "schedules"]: FeatureHandlers<F> } {
  const run = commandOf(services);
  return {
    massSends: {
      list: signedIn(() => listMassSends(services)),
      get: signedIn((_ctx, input) => getMassSend(services, input)),
      create: run(createMassSend),
      change: run(changeMassSend),
      count: signedIn((_ctx, input) => countMassSend(services, input)),
      recipients: signedIn((_ctx, input) => listMassSendRecipients(services, input)),
      test: run(testMassSend),
      proof: signedIn((_ctx, input) => proveMassSend(services, input)),
      export: run(exportMassSend),
      pause: run(runMassSend("pause")),
      resume: run(runMassSend("resume")),
      cancel: run(runMassSend("cancel")),
      lift: run(liftSendStop),
    },
    schedules: {
      list: signedIn((ctx) => listSchedules(services, ctx)),
      ofTicket: signedIn((ctx, input) => listPlanned(services, ctx, input)),
      logs: signedIn((ctx, input) => listScheduleRuns(services, ctx, input)),
      get: signedIn((ctx, input) => getSchedule(services, ctx, input)),
      create: signedIn((ctx, input, { files }) => createSchedule(services, ctx, input, files)),
      change: signedIn((ctx, input, { files }) => changeSchedule(services, ctx, input, files)),
      delete: run(deleteSchedule),
      pause: run(pauseSchedule("pause")),
      resume: run(pauseSchedule("resume")),
    },
  };
}
