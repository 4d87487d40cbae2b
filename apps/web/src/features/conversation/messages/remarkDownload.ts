import type { MessageView } from "@balcao/contracts/messages";
import { addRemark } from "../../../lib/data/remarks";

/** Records in the audit trail that a person saved a received file (D-229). */
export function remarkDownload({ id, ticketId, fromMe, media }: Pick<MessageView, "id" | "ticketId" | "fromMe" | "media">): void {
  if (fromMe) return;
  addRemark({
    descricao: `Baixou o arquivo ${media?.fileName ?? "sem nome"}`,
    origem: "Mensagens",
    ticketId,
    messageId: Number(id),
  });
}
