import type { ContactView } from "@balcao/contracts/contacts";
import { digitsOf, formatPhone, isSamePhone } from "@balcao/domain/contacts";
import type { ContactForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import AddRounded from "@mui/icons-material/AddRounded";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useFieldArray, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { duplicatesQuery } from "../../lib/data/contacts";
import { wholeList } from "../../lib/data/wholeLists";
import { useSelf } from "../../lib/session";
import { useSettled } from "../../lib/useSettled";
import { SelectField } from "../../ui";
import { AuditLink } from "../../ui/AuditLink";
import { ChoiceChips, FormDialog, FormNotice, FormText, PhoneField, type SchemaForm } from "../../ui/form";
import { ContactHistory } from "./ContactHistory";
import { ContactMerges } from "./ContactMerges";
import { RedirectFields } from "./RedirectFields";
import { useContactForm, type ContactOrigin } from "./useContactForm";
import "./contacts.css";

const PrivacyPart = lazyWithTexts("privacy", () => import("./PrivacyPart").then((module) => module.PrivacyPart));

const PAUSE_MS = 300;

interface DuplicateNoticeProps {
  readonly of: SchemaForm<ContactForm>;
  /** The contact that is changed; 0 for a new one. */
  readonly contactId: number;
}

/** Says while somebody types that another contact has this number or e-mail. */
function DuplicateNotice({ of, contactId }: DuplicateNoticeProps) {
  const { t } = useTranslation("contacts");
  const [number, email] = useWatch({ control: of.form.control, name: ["number", "email"] });
  const digits = digitsOf(number);
  const typed = digits.length >= LIMITS.contact.number.min ? digits : "";
  const { data: byNumber = [] } = useQuery(duplicatesQuery(useSettled(typed.slice(-8), PAUSE_MS).settled));
  const address = email.trim().toLowerCase();
  const { data: byEmail = [] } = useQuery(duplicatesQuery(useSettled(address.includes("@") ? address : "", PAUSE_MS).settled));
  const others = [
    ...byNumber.filter((contact) => contact.number !== null && isSamePhone(contact.number, typed)),
    ...byEmail.filter((contact) => contact.email === address),
  ].filter(({ id }) => id !== contactId);
  const names = [...new Map(others.map(({ id, name }) => [id, name]))];
  if (names.length === 0) return null;
  return (
    <FormNotice>
      <p>{t("form.duplicate")}</p>
      {names.map(([id, name]) => (
        <Link key={id} to={`/contacts?contact=${id}`}>
          {name}
        </Link>
      ))}
    </FormNotice>
  );
}

const limits = LIMITS.contact;

interface ContactFormDialogProps {
  /** Null for a new contact. */
  readonly editing: ContactView | null;
  readonly origin: ContactOrigin;
  readonly onClose: () => void;
}

interface Part {
  readonly of: SchemaForm<ContactForm>;
}

/**
 * Everything about a contact: name, automatic reply, phone, e-mail, tags, redirects, extra
 * information, and what happened with it (CONTACT-011, CONTACT-013).
 */
export function ContactFormDialog({ editing, origin, onClose }: ContactFormDialogProps) {
  const { t } = useTranslation(["contacts", "common"]);
  const { delContact, profile } = useSelf();
  const { form, hasNumber } = useContactForm({ editing, origin, onClose });
  return (
    <FormDialog
      title={t(editing ? "contacts:form.editTitle" : "contacts:form.title")}
      subtitle={editing && profile === "admin" ? <AuditLink kind="contact" id={editing.id} /> : undefined}
      form={form}
      width={600}
      submitLabel={t(editing ? "contacts:form.save" : "contacts:form.submit")}
      onClose={onClose}
    >
      <div className="contactPair">
        <FormText of={form} name="name" label={t("contacts:form.name")} slotProps={{ input: { maxLength: limits.name.max } }} />
        {hasNumber ? <Phone of={form} /> : <FixedNumber contact={editing} />}
      </div>
      <DuplicateNotice of={form} contactId={editing?.id ?? 0} />
      <div className="contactPair">
        <FormText of={form} name="email" label={t("contacts:form.email")} optional={t("common:form.optional")} inputMode="email" />
        <AutoReply of={form} />
      </div>
      <Tags of={form} />
      <RedirectFields of={form} />
      <ExtraFields of={form} />
      {editing && delContact && <ContactMerges contactId={editing.id} onUndone={onClose} />}
      {editing && <ContactHistory contactId={editing.id} />}
      {editing && <Privacy contact={editing} onErased={onClose} />}
    </FormDialog>
  );
}

/** What administrators do with a person's data; nothing for a group. */
function Privacy(props: { readonly contact: ContactView; readonly onErased: () => void }) {
  const { profile } = useSelf();
  if (profile !== "admin" || props.contact.isGroup) return null;
  return (
    <Suspense>
      <PrivacyPart {...props} />
    </Suspense>
  );
}

function Phone({ of }: Part) {
  const { t } = useTranslation("contacts");
  const { control, setValue, formState } = of.form;
  const value = useWatch({ control, name: "number" });
  return (
    <PhoneField
      label={t("form.number")}
      value={value}
      error={of.faultOf("number")}
      onChange={(digits) => setValue("number", digits, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
    />
  );
}

/** The number of a group, or of a contact without one, which nobody changes. */
function FixedNumber({ contact }: { readonly contact: ContactView | null }) {
  const { t } = useTranslation("contacts");
  const number = contact?.number ?? "";
  return (
    <div className="field">
      <span className="fieldLabel">{t("form.number")}</span>
      <p className="contactFixed">{contact?.isGroup ? t("group") : number === "" ? t("noNumber") : formatPhone(number)}</p>
    </div>
  );
}

function AutoReply({ of }: Part) {
  const { t } = useTranslation("contacts");
  const value = useWatch({ control: of.form.control, name: "autoReply" });
  return (
    <SelectField
      label={t("form.autoReply")}
      value={value ? "yes" : "no"}
      help={value ? undefined : t("form.autoReplyHelp")}
      options={[
        { value: "yes", label: t("yes") },
        { value: "no", label: t("no") },
      ]}
      onChange={(chosen) => of.form.setValue("autoReply", chosen === "yes", { shouldDirty: true })}
    />
  );
}

function Tags({ of }: Part) {
  const { t } = useTranslation("contacts");
  const { data: tags = [] } = useQuery(wholeList("tags"));
  const value = useWatch({ control: of.form.control, name: "tagIds" });
  if (tags.length === 0) return null;
  return (
    <ChoiceChips
      label={t("form.tags")}
      help={t("form.tagsHelp")}
      choices={tags}
      value={value}
      error={of.faultOf("tagIds")}
      onChange={(ids) => of.form.setValue("tagIds", ids, { shouldDirty: true })}
    />
  );
}

/** Names and values of extra information, which people add and remove. */
function ExtraFields({ of }: Part) {
  const { t } = useTranslation("contacts");
  const { fields, append, remove } = useFieldArray({ control: of.form.control, name: "extraInfo" });
  return (
    <fieldset className="contactGroup">
      <legend>{t("form.extra")}</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className="contactExtra">
          <FormText of={of} name={`extraInfo.${at}.name`} label={t("form.extraName")} size="small" />
          <FormText of={of} name={`extraInfo.${at}.value`} label={t("form.extraValue")} size="small" />
          <IconButton aria-label={t("form.removeExtra", { at: at + 1 })} onClick={() => remove(at)}>
            <DeleteOutlined />
          </IconButton>
        </div>
      ))}
      {fields.length < limits.extras && (
        <Button size="small" variant="text" startIcon={<AddRounded />} onClick={() => append({ name: "", value: "" })}>
          {t("form.addExtra")}
        </Button>
      )}
    </fieldset>
  );
}
