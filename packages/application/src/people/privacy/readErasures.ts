import { AppError } from "@balcao/contracts/errors";
import type { ErasureView } from "@balcao/contracts/privacy";
import { PRIVACY_WORDS, type CertificateCount } from "@balcao/contracts/privacyWords";
import type { ReportLanguage } from "@balcao/contracts/reports";
import { FileAnswer } from "@balcao/contracts/route";
import { getErasure, listErasures as listRows, type ErasureRow } from "@balcao/database/privacy";
import { nameOfDoer } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { element, page, toMoment } from "./exportPerson.js";

const MOST = 100;
const DAY_MS = 24 * 3_600_000;

function toView({ directory }: Services, { actor }: Pick<Ctx, "actor">, row: ErasureRow): ErasureView {
  const { id, contactId, userId, at, deleted, remains } = row;
  const user = { id: userId, name: nameOfDoer(directory.current(), userId, actor) };
  const reportsUntil = new Date(at.getTime() + DAY_MS).toISOString();
  return { id, contactId, user, erasedAt: at.toISOString(), deleted, remains: { ...remains, reportsUntil } };
}

/** The last erasures, the newest first. */
export async function listErasures(services: Services, ctx: Pick<Ctx, "actor">): Promise<readonly ErasureView[]> {
  return (await listRows(services.database.sql, MOST)).map((row) => toView(services, ctx, row));
}

interface ErasureId {
  readonly erasureId: number;
}

/** The certificate of an erasure; throws ERR_NOT_FOUND. */
export async function getErasureView(services: Services, ctx: Pick<Ctx, "actor">, { erasureId }: ErasureId): Promise<ErasureView> {
  const row = await getErasure(services.database.sql, erasureId);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toView(services, ctx, row);
}

/** The certificate as a page to keep or to print, in one of the languages of reports. */
export async function writeCertificate(
  services: Services,
  ctx: Ctx,
  { erasureId, language }: ErasureId & { readonly language: ReportLanguage },
): Promise<FileAnswer> {
  const view = await getErasureView(services, ctx, { erasureId });
  const { timeZone, companyName } = services.directory.current().settings;
  const { tag, certificate: words } = PRIVACY_WORDS[language];
  const moment = (at: string): string => toMoment(at, tag, timeZone);
  const counts = Object.entries(words.counts).map(([name, label]) => {
    const value = view.deleted[name as CertificateCount];
    return element("li", `${label}: ${typeof value === "number" ? value : value.length === 0 ? 0 : value.join(", ")}`);
  });
  const { lastBackupAt, backupsUntil, reportsUntil, sessionKeys, auditDigest } = view.remains;
  const backups =
    lastBackupAt === null
      ? [words.noBackup]
      : [words.backup(moment(lastBackupAt)), backupsUntil === null ? words.backupOpen : words.backupUntil(moment(backupsUntil))];
  const remains = [
    ...[...backups, words.restore, words.reports(moment(reportsUntil)), ...(sessionKeys > 0 ? [words.keys(sessionKeys)] : [])],
    ...[words.audit, words.others],
  ];
  const html = page(tag, words.title, [
    element("p", words.text(moment(view.erasedAt), view.user.name ?? `#${view.user.id}`, view.contactId)),
    ...(companyName === "" ? [] : [element("p", companyName)]),
    element("h2", words.deleted),
    `<ul>${counts.join("")}</ul>`,
    element("h2", words.remains),
    `<ul>${remains.map((text) => element("li", text)).join("")}</ul>`,
    element("p", `${words.digest}: ${auditDigest}`),
  ]);
  return new FileAnswer(`certificado-${erasureId}.html`, "text/html; charset=utf-8", oneOf(html));
}

async function* oneOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
