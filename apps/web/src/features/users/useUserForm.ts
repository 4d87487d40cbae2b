import type { UserView } from "@balcao/contracts/users";
import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import type { UserForm } from "@balcao/domain/forms";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { allUsersQuery, updateUsers } from "../../lib/data/users";
import { queryClient } from "../../lib/queryClient";
import { randomId } from "../../lib/randomId";
import { changeUser, createUser } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { toListFields, useItemForm } from "../../ui/form";

const NEW_USER: UserForm = {
  ...{ name: "", email: "", password: "", currentPassword: "", profile: "user", queueIds: [], whatsappId: 0, active: true },
  ...{ addContact: false, editContact: false, delContact: false, sendToMany: false, maintain: false },
  ...DEFAULT_WORKING_HOURS,
  substitution: [],
};

function toValues({ name, email, profile, queues, whatsappId, active, substitution, ...rest }: UserView): UserForm {
  const { addContact, editContact, delContact, sendToMany, maintain, weekdays, saturday, sunday, holidays, startTime, endTime } = rest;
  return {
    ...{
      name,
      email,
      password: "",
      currentPassword: "",
      profile,
      queueIds: queues.map(({ id }) => id),
      whatsappId: whatsappId ?? 0,
      active,
    },
    ...{ addContact, editContact, delContact, sendToMany, maintain, weekdays, saturday, sunday, holidays, startTime, endTime },
    substitution: substitution.map((each) => ({ ...each, transfer: false })),
  };
}

const toSubstitutes = (substitution: UserForm["substitution"]) =>
  substitution.map(({ queueId, substituteId }) => ({ queueId, substituteId }));

function create(
  { email, password, currentPassword: _ofOneself, substitution, whatsappId, ...fields }: UserForm,
  idempotencyKey: string,
): Promise<UserView> {
  const log = { descricao: `Criou o usuário ${fields.name}`, origem: "Usuários" };
  const links = { substitution: toSubstitutes(substitution), ...(whatsappId > 0 && { whatsappId }) };
  return createUser({ email, password }, { ...fields, ...links, log }, idempotencyKey);
}

/** Saves what was changed, then hands over the conversations of the substitutions that are marked for it. */
async function change(editing: UserView, changes: Partial<UserForm>, opened: UserForm): Promise<UserView> {
  const { email, currentPassword, substitution, password: _forNewUsers, queueIds, ...fields } = changes;
  const log = { descricao: `Alterou o usuário ${fields.name ?? editing.name}`, origem: "Usuários" };
  const links = {
    ...(substitution && { substitution: toSubstitutes(substitution), expectedSubstitution: toSubstitutes(opened.substitution) }),
    ...toListFields("queueIds", opened.queueIds, queueIds),
  };
  const user = await changeUser(editing.id, { email, currentPassword }, { ...fields, ...links, log });
  for (const { queueId, substituteId, transfer } of substitution ?? [])
    if (transfer) await call("users", "transfer", { params: { userId: user.id }, body: { queueId, substituteId } });
  return user;
}

/** Mails somebody the link by which they choose a password (D-580). */
export function mailLink({ id, name }: Pick<UserView, "id" | "name">): Promise<unknown> {
  const log = { descricao: `Enviou a ${name} um link para escolher a senha`, origem: "Usuários" };
  return call("users", "reset", { params: { userId: id }, body: { byMail: true, log } });
}

/** A password for an account whose person chooses one by a link; nobody reads it. */
const unreadPassword = (): string => `Aa1-${randomId()}`;

/** The form of a user, new or existing, the people who may replace them, and whether a new one is invited by e-mail. */
export function useUserForm(editing: UserView | null, onClose: () => void) {
  const { t } = useTranslation("users");
  const { data: users = [] } = useQuery(allUsersQuery);
  const people = users
    .filter(({ id, active }) => id !== editing?.id && active)
    .map(({ id, name, queues }) => ({ id, name, queueIds: queues.map((queue) => queue.id) }));
  const [opened] = useState(() => (editing ? toValues(editing) : NEW_USER));
  const [invites, setInvites] = useState(false);
  const form = useItemForm<UserView, UserForm, UserView>({
    editing,
    schema: async () => (await import("@balcao/domain/forms")).userForm({ isNew: editing === null, people }),
    values: opened,
    area: "users",
    create,
    change: (item, changes) => change(item, changes, opened),
    onSaved: (user) => {
      updateUsers(queryClient, { action: editing ? "update" : "create", user, userId: user.id });
      toasts.success(t(editing ? "toast.saved" : "toast.created"));
      if (invites)
        void mailLink(user).then(
          () => toasts.success(t("password.mailed")),
          (error: unknown) => toasts.error(toErrorText(error)),
        );
      onClose();
    },
  });
  const invite = (on: boolean): void => {
    setInvites(on);
    form.form.setValue("password", on ? unreadPassword() : "", { shouldDirty: true });
    form.form.clearErrors("password");
  };
  return { form, people, invites, invite };
}

/** Deletes a user; their conversations then wait for somebody else. */
export async function removeUser({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
  const log = { descricao: `Excluiu o usuário ${name}`, origem: "Usuários" };
  await call("users", "delete", { params: { userId: id }, body: { log } });
  updateUsers(queryClient, { action: "delete", userId: id });
}
