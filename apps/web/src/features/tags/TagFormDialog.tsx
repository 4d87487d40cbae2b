import { byTagName, type TagDetailView, type TagView } from "@balcao/contracts/tags";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import {
  COLORS,
  ColorField,
  ContactsField,
  FormDialog,
  FormText,
  toListFields,
  useItemForm,
  type NamedContact,
  type SchemaForm,
} from "../../ui/form";
import { tagQuery } from "./tagQuery";

const limits = LIMITS.tag;

interface TagForm {
  name: string;
  color: string;
  contacts: NamedContact[];
}

const schema = async () => {
  const { chosenOnes, form, hexColor, requiredText } = await import("@balcao/domain/forms");
  return form({
    name: requiredText(limits.name),
    color: hexColor(limits.color),
    contacts: chosenOnes<NamedContact>(limits.contacts),
  });
};

interface TagFormDialogProps {
  readonly editing: TagView | null;
  readonly onClose: () => void;
}

/** Adds or changes a tag; what is changed is read first, with the names of its contacts. */
export function TagFormDialog({ editing, onClose }: TagFormDialogProps) {
  const { data } = useQuery({ ...tagQuery(editing?.id ?? 0), enabled: editing !== null, staleTime: Infinity });
  if (editing && !data) return null;
  return <TagFields editing={data ?? null} onClose={onClose} />;
}

const toIds = (contacts: readonly NamedContact[]): number[] => contacts.map(({ id }) => id);

const create = ({ contacts, ...fields }: TagForm, idempotencyKey: string): Promise<TagView> =>
  call("tags", "create", { body: { ...fields, contacts: toIds(contacts) } }, { idempotencyKey });

/** Its contacts travel as those that were added and removed. */
function change(
  { id: tagId }: TagDetailView,
  { contacts, ...fields }: Partial<TagForm>,
  { formState }: SchemaForm<TagForm>["form"],
): Promise<TagView> {
  const opened = formState.defaultValues?.contacts?.map((contact) => contact?.id);
  return call("tags", "change", {
    params: { tagId },
    body: { ...fields, ...toListFields("contacts", opened, contacts && toIds(contacts)) },
  });
}

/** Name, colour and contacts of a tag (TAG-002, TAG-005, TAG-006). */
function TagFields({ editing, onClose }: { readonly editing: TagDetailView | null; readonly onClose: () => void }) {
  const { t } = useTranslation(["tags", "common"]);
  const form = useItemForm<TagDetailView, TagForm, TagView>({
    editing,
    schema,
    values: { name: editing?.name ?? "", color: editing?.color ?? COLORS[0], contacts: [...(editing?.contacts ?? [])] },
    area: "tags",
    create,
    change,
    onSaved: (tag) => {
      updateRow(queryClient, "tags", { id: tag.id, row: tag }, byTagName);
      addRemark({ descricao: `${editing ? "Alterou" : "Criou"} a etiqueta ${tag.name}`, origem: "Tags", tagId: tag.id });
      toasts.success(t("toast.saved"));
      onClose();
    },
  });
  const contacts = useWatch({ control: form.form.control, name: "contacts" });
  return (
    <FormDialog
      title={t(editing ? "tags:form.editTitle" : "tags:form.title")}
      form={form}
      submitLabel={t(editing ? "tags:form.save" : "tags:form.submit")}
      onClose={onClose}
    >
      <FormText of={form} name="name" label={t("tags:form.name")} slotProps={{ input: { maxLength: limits.name.max } }} />
      <ColorField of={form} name="color" label={t("tags:form.color")} limit={limits.color.max} />
      <ContactsField
        label={t("tags:form.contacts")}
        value={contacts}
        error={form.faultOf("contacts")}
        onChange={(chosen) => form.form.setValue("contacts", chosen, { shouldDirty: true })}
      />
      {editing?.contactsCut && (
        <p className="tagContactsCut">{t("tags:contactsCut", { shown: editing.contacts.length, count: editing.contactsCount })}</p>
      )}
    </FormDialog>
  );
}
