import type { MessageView } from "@balcao/contracts/messages";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api";

/** What happened to a message; asked again when its ticks, its text or its deletion change. */
export const messageInfoQuery = ({ id, ack, body, isDeleted }: Pick<MessageView, "id" | "ack" | "body" | "isDeleted">) =>
  queryOptions({
    queryKey: ["messageInfo", id, ack, body, isDeleted],
    queryFn: ({ signal }) => call("messages", "info", { params: { messageId: Number(id) } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
