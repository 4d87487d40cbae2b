import { compareProblems, isTold, type ToldProblem } from "@balcao/domain/health";
import { forgetProcesses, insertAlert, listProblems, lockProblems, putProblems, takeLook, type AlertEvent } from "@balcao/database/alerts";
import type { Sql } from "@balcao/database/sql";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { recordPush } from "../../inbox/push/index.js";
import { findCurrentProblems, type ProcessFacts } from "../health/index.js";
import type { AlertWays } from "./ways.js";

/** Every process looks; together they look this often, in milliseconds. */
export const LOOK_MS = 10_000;

/**
 * Looks what is not well, unless another process has just looked, and records of what people are to be told. The database's clock
 * decides, which is one for all processes.
 */
export async function lookForProblems(
  services: Services,
  facts: Omit<ProcessFacts, "version">,
  ways: Pick<AlertWays, "webhook" | "mail">,
): Promise<void> {
  const { sql } = services.database;
  if (!(await takeLook(sql, LOOK_MS))) return;
  const { problems, connections } = await findCurrentProblems(services, facts);
  const found = problems.filter(isTold).map(({ kind, connectionId, value }): ToldProblem => {
    return { kind, connectionId: connectionId ?? 0, name: connections.get(connectionId ?? 0)?.name ?? "", value };
  });
  await inUnit(services, async (unit) => {
    const at = await lockProblems(unit);
    const { known, began, ended } = compareProblems(await listProblems(unit), found, at);
    await putProblems(unit, known);
    await record(unit, { event: "began", problems: began, at }, ways);
    await record(unit, { event: "ended", problems: ended, at }, ways);
  });
  await forgetProcesses(sql);
}

interface NewAlert {
  readonly event: AlertEvent;
  readonly problems: readonly ToldProblem[];
  readonly at: Date;
}

async function record(tx: Sql, alert: NewAlert, { webhook, mail }: Pick<AlertWays, "webhook" | "mail">): Promise<void> {
  if (alert.problems.length === 0) return;
  await recordPush(tx, "alert", await insertAlert(tx, alert, { webhook: webhook !== null, mail: mail !== null }));
}
