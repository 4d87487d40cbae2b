import { listReports, reportCommand } from "@balcao/application/company/reports";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, type FeatureHandlers } from "../http/handler.js";

/** The handlers of the reports. */
export function reportHandlers(services: Services): FeatureHandlers<"reports"> {
  const run = commandOf(services);
  return {
    list: run(listReports),
    ticket: run(reportCommand("ticket")),
    contact: run(reportCommand("contact")),
    queue: run(reportCommand("queue")),
    user: run(reportCommand("user")),
    target: run(reportCommand("target")),
    message: run(reportCommand("message")),
  };
}
