import type { DeletedFilesView } from "@balcao/contracts/settings";
import { call } from "../api/call";
import { sealOwnPassword } from "./ownPassword";

/** Many files take longer than an ordinary call. */
const SLOW_MS = 120_000;

/** Deletes the files that nothing uses, with the person's own password, sealed on the way. */
export async function deleteUnusedFiles(password: string): Promise<DeletedFilesView> {
  const log = { descricao: "Excluiu arquivos sem uso", origem: "Configurações" };
  const body = { ...(await sealOwnPassword(password)), log };
  return call("settings", "deleteFiles", { body }, { timeoutMs: SLOW_MS });
}
