import type { Actor } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ImportPreviewView, ImportedUsersView } from "@balcao/contracts/users";
import { setTemporaryPassword } from "@balcao/database/authSessions";
import { after, LIFE, makePassword, type AuthServices } from "../auth/index.js";
import { JobStopped, runJob, type RunningJob } from "../../ground/jobs/index.js";
import { command, inUnit, SearchAbandoned, type Ctx, type Services } from "../../ground/kernel/index.js";
import { describeColumns, readUploadedSheet, type ChosenColumns } from "../../ground/sheets/index.js";
import { insertUser } from "../users/index.js";
import { planImport, toRowView, USER_COLUMNS, type PlannedUser } from "./planImport.js";

/** The largest spreadsheet [D-122]. */
const LIMITS = { rows: 1_000, bytes: 5 * 1024 * 1024 };

interface UploadedFile {
  readonly path: string;
}

interface ImportUsersInput {
  /** The person who imports; anybody else is refused. */
  readonly userId: number;
  /** What the person says that each column is; null where the headers say it (D-361). */
  readonly columns: ChosenColumns | null;
  /** The numbers of the rows to import; null for all. */
  readonly lines: readonly number[] | null;
  readonly note: AuditNote | null;
}

/** Shows what an import of this spreadsheet would do, with everything that is wrong with each row; writes nothing. */
export async function previewUserImport(
  { services }: AuthServices,
  ctx: Ctx,
  { userId, columns: chosen }: Pick<ImportUsersInput, "userId" | "columns">,
  [upload]: readonly UploadedFile[],
): Promise<ImportPreviewView> {
  refuseOthers(ctx, userId);
  const sheet = await readUploadedSheet(ctx, upload, LIMITS);
  const columns = describeColumns(sheet, USER_COLUMNS, chosen);
  return { rows: columns.isMissing ? [] : planImport(services, sheet, chosen).map(toRowView), columns };
}

/**
 * Creates the accounts of the chosen rows, all or none [API-065, S-49]; a wrong row refuses the import with its number, column and
 * rule. Each gets a password that is answered once and must be changed at the first sign-in; rows whose e-mail has an account are
 * skipped. It is a job, whose steps are the accounts that are made ready; stopped by the person, or left by the browser, which would lose
 * the passwords, it writes none. Throws ERR_JOB_RUNNING and ERR_JOB_STOPPED.
 */
export async function importUsers(
  auth: AuthServices,
  ctx: Ctx,
  { userId, columns, lines, note }: ImportUsersInput,
  [upload]: readonly UploadedFile[],
): Promise<ImportedUsersView> {
  const { services } = auth;
  refuseOthers(ctx, userId);
  const rows = planImport(services, await readUploadedSheet(ctx, upload, LIMITS), columns);
  const chosen = lines === null ? rows : rows.filter(({ line }) => lines.includes(line));
  const wrong = chosen.flatMap(({ line, problems }) => problems.map(({ column, rule }) => ({ field: `rows.${line}.${column}`, rule })));
  if (wrong.length > 0) throw new AppError("ERR_VALIDATION", { details: wrong });
  const fresh = chosen.filter(({ exists }) => !exists);
  const newJob = { kind: "userImport", total: fresh.length, may: ({ profile }: Actor) => profile === "admin" } as const;
  const { accounts, isLeft, isStopped } = await runJob(services, ctx, newJob, async (job) => {
    try {
      const made = await makeAccounts(auth, ctx, fresh, job);
      await writeAccounts(services, ctx, { made, note, job });
      return { accounts: made, isLeft: false, isStopped: false, result: { created: made.length, skipped: chosen.length - made.length } };
    } catch (error) {
      const isLeft = error instanceof SearchAbandoned;
      if (!isLeft && !(error instanceof JobStopped)) throw error;
      return { accounts: [], isLeft, isStopped: true, result: { created: 0 } };
    }
  });
  if (isLeft) throw new SearchAbandoned();
  if (isStopped) throw new AppError("ERR_JOB_STOPPED");
  return {
    created: accounts.length,
    skipped: chosen.length - accounts.length,
    accounts: accounts.map(({ row: { line, name, email }, password }) => ({ line, name, email, password })),
  };
}

function refuseOthers({ actor }: Ctx, userId: number): void {
  if (actor.id !== userId) throw new AppError("ERR_NO_PERMISSION");
}

interface MadeAccount {
  readonly row: PlannedUser;
  readonly password: string;
  readonly passwordHash: string;
}

/** Hashes one password after the other, so that people who sign in meanwhile do not wait for all of them. */
async function makeAccounts(
  { services, hasher }: AuthServices,
  { signal }: Ctx,
  rows: readonly PlannedUser[],
  job: RunningJob,
): Promise<MadeAccount[]> {
  const made: MadeAccount[] = [];
  for (const row of rows) {
    if (signal?.aborted === true) throw new SearchAbandoned();
    const password = makePassword();
    made.push({ row, password, passwordHash: await hasher.hash(password) });
    await inUnit(services, (unit) => job.advance(unit, made.length));
  }
  return made;
}

interface Writing {
  readonly made: readonly MadeAccount[];
  readonly note: AuditNote | null;
  readonly job: RunningJob;
}

/** Writes all accounts in one transaction, which a stop of the job takes back. */
async function writeAccounts(services: Services, ctx: Ctx, { made, note, job }: Writing): Promise<void> {
  await command(services, ctx, async (unit) => {
    const ids: number[] = [];
    for (const { row, passwordHash } of made) {
      const { connectionId, line: _line, exists: _exists, problems: _problems, email, ...facts } = row;
      const draft = { ...facts, defaultConnectionId: connectionId ?? undefined, substitutions: [] };
      const id = await insertUser(unit, draft, email, passwordHash);
      await setTemporaryPassword(unit, id, { passwordHash, until: after(ctx.now, LIFE.temporaryPassword) });
      await unit.live("user", { id, action: "create" });
      ids.push(id);
    }
    await job.advance(unit, made.length);
    const created = ids.map((id) => ({ action: "user.create" as const, subjectUserId: id }));
    return { audit: [{ action: "user.import", description: `${ids.length} users`, note }, ...created], result: null };
  });
}
