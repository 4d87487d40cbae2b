import { PROFILES, type Profile } from "@balcao/domain/access";
import { LIMITS } from "@balcao/domain/limits";
import { AppError } from "@balcao/contracts/errors";
import type { ImportProblem, ImportRowView } from "@balcao/contracts/users";
import type { Services } from "../../ground/kernel/index.js";
import { toRecords, type ChosenColumns, type SheetRecord } from "../../ground/sheets/index.js";
import { toAccountEmail } from "../users/index.js";

/** The columns of the spreadsheet. A column of passwords is ignored, because each account gets a one-time one. */
export const USER_COLUMNS = {
  name: { header: "Nome", required: true, names: ["Nome completo", "Usuário", "Name", "Full name", "Nombre", "Nombre completo"] },
  email: { header: "Email", required: true, names: ["E-mail", "Endereço de e-mail", "Email address", "Correo", "Correo electrónico"] },
  profile: { header: "Perfil", required: false, names: ["Profile", "Função", "Role", "Rol"] },
  queues: { header: "Filas", required: false, names: ["Fila", "Setor", "Setores", "Queue", "Queues", "Cola", "Colas"] },
  connection: { header: "Conexão", required: false, names: ["Connection", "Conexión"] },
  active: { header: "Ativo", required: false, names: ["Active", "Activo"] },
} as const;
type Column = keyof typeof USER_COLUMNS;

/** A row as the account that it becomes, with what is wrong with it. */
export interface PlannedUser {
  readonly line: number;
  readonly name: string;
  readonly email: string;
  readonly profile: Profile;
  readonly queueIds: readonly number[];
  readonly connectionId: number | null;
  readonly active: boolean;
  /** An account with this e-mail exists, so the row is skipped. */
  readonly exists: boolean;
  readonly problems: readonly ImportProblem[];
}

const YES: readonly string[] = ["", "sim", "yes", "si", "true", "1"];
const NO: readonly string[] = ["nao", "no", "false", "0"];

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** Reads what each row of a spreadsheet means, and finds everything that is wrong with it. Writes nothing. */
export function planImport(services: Services, sheet: Parameters<typeof toRecords>[0], columns: ChosenColumns | null): PlannedUser[] {
  const { users, queues, connections } = services.directory.current();
  const known = new Set([...users.values()].filter(({ deleted }) => !deleted).map(({ email }) => email));
  const queueIds = byName([...queues.values()]);
  const connectionIds = byName([...connections.values()]);
  const seen = new Set<string>();
  return toRecords(sheet, USER_COLUMNS, columns).map((record) => {
    const planned = planRow(record, queueIds, connectionIds);
    const isRepeated = planned.email !== "" && seen.has(planned.email);
    seen.add(planned.email);
    return {
      ...planned,
      exists: known.has(planned.email),
      problems: [...planned.problems, ...(isRepeated ? [{ column: "email", rule: "repeated" } as const] : [])],
    };
  });
}

type Ids = ReadonlyMap<string, number>;
type Texts = SheetRecord<Column>["texts"];

function planRow({ line, texts }: SheetRecord<Column>, queueIds: Ids, connectionIds: Ids): Omit<PlannedUser, "exists"> {
  const email = readEmail(texts.email);
  return {
    line,
    name: texts.name.trim(),
    email: email ?? texts.email,
    profile: readProfile(texts) ?? "user",
    queueIds: [...new Set(queueNames(texts).flatMap((each) => queueIds.get(each) ?? []))],
    connectionId: connectionIds.get(fold(texts.connection)) ?? null,
    active: !NO.includes(fold(texts.active)),
    problems: findProblems(texts, queueIds, connectionIds),
  };
}

const queueNames = ({ queues }: Texts): string[] => queues.split(";").map(fold).filter(Boolean);
const readProfile = ({ profile }: Texts): Profile | undefined =>
  profile === "" ? "user" : PROFILES.find((each) => each === fold(profile));
const hasLength = (text: string, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  text.length >= min && text.length <= max;

function findProblems(texts: Texts, queueIds: Ids, connectionIds: Ids): ImportProblem[] {
  const rules: readonly (readonly [boolean, ImportProblem])[] = [
    [hasLength(texts.name.trim(), LIMITS.user.name), { column: "name", rule: "length" }],
    [readEmail(texts.email) !== null, { column: "email", rule: "email" }],
    [readProfile(texts) !== undefined, { column: "profile", rule: "unknown" }],
    [queueNames(texts).every((each) => queueIds.has(each)), { column: "queues", rule: "unknown" }],
    [texts.connection === "" || connectionIds.has(fold(texts.connection)), { column: "connection", rule: "unknown" }],
    [[...YES, ...NO].includes(fold(texts.active)), { column: "active", rule: "unknown" }],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

const byName = (rows: readonly { readonly id: number; readonly name: string }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ id, name }) => [fold(name), id]));

function readEmail(text: string): string | null {
  try {
    return toAccountEmail(text);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export function toRowView({ line, name, email, profile, active, exists, problems }: PlannedUser): ImportRowView {
  return { line, name, email, profile, active, exists, problems };
}
