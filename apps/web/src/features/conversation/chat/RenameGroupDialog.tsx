import type { ChatView } from "@balcao/contracts/chats";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { updateChats } from "../../../lib/data/chats";
import { queryClient } from "../../../lib/queryClient";
import { FormDialog, FormText, useChangeForm } from "../../../ui/form";

const { groupName: bounds } = LIMITS.chat;

const schema = async () => {
  const { form, requiredText } = await import("@balcao/domain/forms");
  return form({ groupName: requiredText(bounds) });
};

/** Changes the name of a group (CHAT-006, D-092). */
export function RenameGroupDialog({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
  const { t } = useTranslation("chats");
  const form = useChangeForm<{ groupName: string }>({
    schema,
    values: { groupName: chat.groupName ?? "" },
    area: "chats",
    change: async ({ groupName }) => {
      const changed = await call("chats", "change", { params: { chatId: chat.id }, body: { groupName } });
      updateChats(queryClient, { action: "update", chat: changed, chatId: changed.id });
    },
    onClose,
  });
  return (
    <FormDialog title={t("rename.action")} form={form} submitLabel={t("rename.save")} onClose={onClose}>
      <FormText of={form} name="groupName" label={t("new.groupName")} slotProps={{ input: { maxLength: bounds.max } }} />
    </FormDialog>
  );
}
