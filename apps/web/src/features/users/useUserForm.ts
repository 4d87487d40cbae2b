import type { UserView } from "@balcao/contracts/users";
import { DEFAULT_WORKING_HOURS } from "@balcao/domain/calendar";
import type { UserForm } from "@balcao/domain/forms";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { allUsersQuery, updateUsers } from "../../lib/data/users";
import { queryClient } from "../../lib/queryClient";
import { changeUser, createUser, type AccountFields } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { useFormDialog } from "../../ui/form";

const NEW_USER: UserForm = {
  ...{ name: "", email: "", password: "", profile: "user", queueIds: [], whatsappId: 0, active: true },
  ...{ addContact: false, editContact: false, delContact: false },
  ...DEFAULT_WORKING_HOURS,
  substitution: [],
};

function toValues({ name, email, profile, queues, whatsappId, active, substitution, ...rest }: UserView): UserForm {
  const { addContact, editContact, delContact, weekdays, saturday, sunday, holidays, startTime, endTime } = rest;
  return {
    ...{ name, email, password: "", profile, queueIds: queues.map(({ id }) => id), whatsappId: whatsappId ?? 0, active },
    ...{ addContact, editContact, delContact, weekdays, saturday, sunday, holidays, startTime, endTime },
    substitution: substitution.map((each) => ({ ...each, transfer: false })),
  };
}

/** Saves the user, then hands over the conversations of the substitutions that are marked for it (USER-029). */
async function save(editing: UserView | null, { email, password, substitution, whatsappId, ...rest }: UserForm): Promise<UserView> {
  const log = { descricao: `${editing ? "Alterou" : "Criou"} o usuário ${rest.name}`, origem: "Usuários" };
  const substitutes = substitution.map(({ queueId, substituteId }) => ({ queueId, substituteId }));
  const fields: AccountFields = { ...rest, substitution: substitutes };
  if (!editing) return createUser({ email, password }, { ...fields, ...(whatsappId > 0 && { whatsappId }), log });
  const user = await changeUser(editing.id, email, { ...fields, whatsappId, log });
  for (const { queueId, substituteId, transfer } of substitution)
    if (transfer) await call("users", "transfer", { params: { userId: user.id }, body: { queueId, substituteId } });
  return user;
}

/** The form of a user, new or existing, and the people who may replace them. */
export function useUserForm(editing: UserView | null, onClose: () => void) {
  const { t } = useTranslation("users");
  const { data: users = [] } = useQuery(allUsersQuery);
  const people = users
    .filter(({ id, active }) => id !== editing?.id && active)
    .map(({ id, name, queues }) => ({ id, name, queueIds: queues.map((queue) => queue.id) }));
  const form = useFormDialog<UserForm>({
    schema: async () => (await import("@balcao/domain/forms")).userForm({ isNew: editing === null, people }),
    values: editing ? toValues(editing) : NEW_USER,
    area: "users",
    send: async (values) => {
      const user = await save(editing, values);
      updateUsers(queryClient, { action: editing ? "update" : "create", user, userId: user.id });
      toasts.success(t(editing ? "toast.saved" : "toast.created"));
      onClose();
    },
  });
  return { form, people };
}

/** Deletes a user; their conversations then wait for somebody else (API-064, D-120). */
export async function removeUser({ id, name }: { readonly id: number; readonly name: string }): Promise<void> {
  const log = { descricao: `Excluiu o usuário ${name}`, origem: "Usuários" };
  await call("users", "delete", { params: { userId: id }, body: { log } });
  updateUsers(queryClient, { action: "delete", userId: id });
}
