import type { ChatView } from "@balcao/contracts/chats";
import { LIMITS } from "@balcao/domain/limits";
import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { putChat } from "../../lib/data/chats";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { ChosenPerson, ColleaguePicker, FormDialog, FormText, SwitchRow, useCreateForm } from "../../ui/form";

interface Named {
  readonly id: number;
  readonly name: string;
}

interface NewChatForm {
  isGroup: boolean;
  groupName: string;
  users: Named[];
}

const limits = LIMITS.chat;

const schema = async () => {
  const { newChatForm } = await import("@balcao/domain/forms");
  return newChatForm<Named>();
};

interface NewChatDialogProps {
  /** What is said in it at once; empty for nothing. */
  readonly text: string;
  readonly onClose: () => void;
  readonly onOpened: (chat: ChatView) => void;
}

/** Opens a chat with one colleague or makes a group (CHAT-019, CHAT-023). */
export function NewChatDialog({ text, onClose, onOpened }: NewChatDialogProps) {
  const { t } = useTranslation("chats");
  const self = useSelf();
  const [refused, setRefused] = useState(false);
  const form = useCreateForm<NewChatForm>({
    schema,
    values: { isGroup: false, groupName: "", users: [] },
    area: "chats",
    create: async ({ isGroup, groupName, users }, idempotencyKey) => {
      const [first] = users;
      const body = isGroup
        ? { userId: self.id, isGroup, groupName, users: users.map(({ id }) => id) }
        : { userId: self.id, isGroup, ...(first && { callingUserId: first.id }) };
      const chat = await call("chats", "create", { body }, { idempotencyKey });
      putChat(queryClient, chat);
      if (text !== "") {
        const request = { params: { chatId: chat.id }, body: { body: text } };
        await call("chats", "send", request, { idempotencyKey: `${idempotencyKey}-text` });
      }
      onOpened(chat);
    },
  });
  const { isGroup, groupName, users } = useWatch({ control: form.form.control }) as NewChatForm;
  const set = (chosen: Named[]) => form.form.setValue("users", chosen, { shouldDirty: true });
  const pick = ({ id, name }: Named) => {
    setRefused(id === self.id);
    if (id !== self.id) set(isGroup ? [...users, { id, name }] : [{ id, name }]);
  };
  const [chosen] = users;
  return (
    <FormDialog
      title={t("new.title")}
      form={form}
      submitLabel={t("new.create")}
      unable={users.length === 0 || (isGroup && groupName.trim() === "")}
      onClose={onClose}
    >
      <SwitchRow
        label={t("new.group")}
        checked={isGroup}
        onChange={(on) => {
          form.form.setValue("isGroup", on, { shouldDirty: true });
          set(on ? users : users.slice(0, 1));
        }}
      />
      {isGroup && (
        <FormText of={form} name="groupName" label={t("new.groupName")} slotProps={{ input: { maxLength: limits.groupName.max } }} />
      )}
      {!isGroup && chosen ? (
        <ChosenPerson
          label={t("new.user")}
          name={chosen.name}
          removeLabel={t("new.removeUser", { name: chosen.name })}
          onRemove={() => set([])}
        />
      ) : (
        <ColleaguePicker
          label={t(isGroup ? "new.users" : "new.user")}
          hidden={users.map(({ id }) => id)}
          error={refused ? t("new.withSelf") : form.faultOf("users")}
          factOf={({ id }) => (id === self.id ? t("you") : null)}
          onPick={pick}
        />
      )}
      {isGroup && users.length > 0 && <Participants users={users} onChange={set} />}
    </FormDialog>
  );
}

/** The people of a new group. */
function Participants({ users, onChange }: { readonly users: readonly Named[]; readonly onChange: (users: Named[]) => void }) {
  const { t } = useTranslation("chats");
  return (
    <ul className="chosenContacts" aria-label={t("participants", { count: users.length })}>
      {users.map(({ id, name }) => (
        <li key={id}>
          <span className="ellipsis">{name}</span>
          <IconButton
            size="small"
            aria-label={t("new.removeUser", { name })}
            onClick={() => onChange(users.filter((user) => user.id !== id))}
          >
            <CloseRounded />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
