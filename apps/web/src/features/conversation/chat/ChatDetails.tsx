import type { ChatUserView, ChatView } from "@balcao/contracts/chats";
import { LIMITS } from "@balcao/domain/limits";
import Close from "@mui/icons-material/Close";
import CloseRounded from "@mui/icons-material/CloseRounded";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { updateChats } from "../../../lib/data/chats";
import { useStatusOf } from "../../../lib/data/users";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { useSelf, type Self } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { Avatar, GroupAvatar } from "../../../ui";
import { ColleaguePicker, ConfirmDialog, FormDialog, FormText, useChangeForm } from "../../../ui/form";
import type { Details } from "../details/useDetails";
import { SideFrame } from "../SideFrame";

const { groupName: bounds } = LIMITS.chat;

const schema = async () => {
  const { form, requiredText } = await import("@balcao/domain/forms");
  return form({ groupName: requiredText(bounds) });
};

/** Changes the name of a group. */
function RenameGroupDialog({ chat, onClose }: { readonly chat: ChatView; readonly onClose: () => void }) {
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

interface ChatDetailsProps {
  readonly chat: ChatView;
  readonly name: string;
  readonly details: Details;
  /** The person has left the group. */
  readonly onLeft: () => void;
}

/** The drawer of a chat: who takes part; a group's people can be changed there. */
export function ChatDetails({ details, ...panel }: ChatDetailsProps) {
  const titleId = useId();
  const { beside, takesFocus, close } = details;
  return (
    <SideFrame titleId={titleId} region="details" beside={beside} onClose={close}>
      <ChatPanel titleId={titleId} takesFocus={takesFocus} onClose={close} {...panel} />
    </SideFrame>
  );
}

interface ChatPanelProps extends Omit<ChatDetailsProps, "details"> {
  readonly titleId: string;
  /** The title gets the focus when it is first shown. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

function ChatPanel({ titleId, takesFocus, onClose, chat, name, onLeft }: ChatPanelProps) {
  const { t } = useTranslation("chats");
  const self = useSelf();
  const offline = useOffline();
  const [renaming, setRenaming] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div
      className="details"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="detailsHead">
        <h3 id={titleId} ref={title} tabIndex={-1} data-region-focus>
          {t("details")}
        </h3>
        <IconButton aria-label={t("closeDetails")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="detailsBody" tabIndex={0} role="group" aria-labelledby={titleId}>
        <section className="detailsContact">
          {chat.isGroup ? <GroupAvatar size={72} /> : <Avatar name={name} size={72} />}
          <h4>{name}</h4>
          {mayChangeGroup(chat, self) && (
            <Button size="small" disabled={offline} onClick={() => setRenaming(true)}>
              {t("rename.action")}
            </Button>
          )}
        </section>
        {renaming && <RenameGroupDialog chat={chat} onClose={() => setRenaming(false)} />}
        <People chat={chat} onLeft={onLeft} />
      </div>
    </div>
  );
}

/** Participants of a group, and administrators, change it. */
const mayChangeGroup = ({ isGroup, users }: ChatView, self: Self): boolean =>
  isGroup && (self.profile === "admin" || users.some(({ id }) => id === self.id));

/** The participants; in a group with the means to add and remove them. */
function People({ chat, onLeft }: Pick<ChatDetailsProps, "chat" | "onLeft">) {
  const { t } = useTranslation("chats");
  const self = useSelf();
  const [asked, setAsked] = useState<ChatUserView | null>(null);
  const offline = useOffline();
  const statusOf = useStatusOf();
  const ids = chat.users.map(({ id }) => id);
  const mayChange = !offline && mayChangeGroup(chat, self);
  const change = useMutation({
    mutationFn: (users: number[]) => call("chats", "change", { params: { chatId: chat.id }, body: { users } }),
    onSuccess: (changed) => {
      if (changed.users.some(({ id }) => id === self.id) || self.profile === "admin")
        updateChats(queryClient, { action: "update", chat: changed, chatId: changed.id });
      else onLeft();
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => setAsked(null),
  });
  const mayRemove = ({ id }: ChatUserView) => mayChange && ids.length > 1 && (id === self.id || id !== chat.userId);
  const leaves = asked?.id === self.id;
  return (
    <section>
      <h4>{t("participants", { count: chat.users.length })}</h4>
      {mayChange && <ColleaguePicker label={t("addPerson")} hidden={ids} onPick={({ id }) => change.mutate([...ids, id])} />}
      <ul className="detailsPeople">
        {chat.users.map((user) => (
          <li key={user.id}>
            <Avatar name={user.name} size={32} presence={user.isDeleted ? undefined : statusOf(user.id)} />
            <span className="detailsLines">
              <b className="ellipsis">{user.isDeleted ? t("deleted", { name: user.name }) : user.name}</b>
              <Facts isSelf={user.id === self.id} status={user.isDeleted ? undefined : statusOf(user.id)} />
            </span>
            {chat.isGroup && user.id === chat.userId && <span className="detailsMark">{t("creator")}</span>}
            {mayRemove(user) && (
              <IconButton
                size="small"
                aria-label={user.id === self.id ? t("leave") : t("removePerson", { name: user.name })}
                onClick={() => setAsked(user)}
              >
                <CloseRounded />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={leaves ? t("leaveTitle") : t("removePerson", { name: asked?.name ?? "" })}
        confirmLabel={leaves ? t("leave") : t("removeConfirm")}
        dangerous
        busy={change.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && change.mutate(ids.filter((id) => id !== asked.id))}
      >
        {t("removePersonText")}
      </ConfirmDialog>
    </section>
  );
}

interface FactsProps {
  readonly isSelf: boolean;
  readonly status: "online" | "away" | "offline" | undefined;
}

/** What is said of a participant below the name: whether it is oneself, or whether the person is there. */
function Facts({ isSelf, status }: FactsProps) {
  const { t } = useTranslation(["chats", "common"]);
  if (isSelf) return <span>{t("you")}</span>;
  return status ? <span>{t(`common:account.status.${status}`)}</span> : null;
}
