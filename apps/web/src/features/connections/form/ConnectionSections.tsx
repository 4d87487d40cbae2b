import type { ConnectorApi } from "@balcao/domain/connections";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Lock from "@mui/icons-material/Lock";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { TextInput } from "../../../ui";
import { ConnectorChoice } from "./ConnectorChoice";
import { MessageField, type ConnectionFormApi } from "./MessageField";
import { QueueChoice } from "./QueueChoice";
import { Section } from "./Section";
import { SwitchRow } from "./SwitchRow";

interface ConnectionSectionsProps {
  readonly form: ConnectionFormApi;
  readonly offered: readonly ConnectorApi[];
  readonly connections: readonly Connection[];
}

type SectionId = "connector" | "general" | "messages" | "bot" | "meta" | "rating" | "history" | "list";

/** Where each field that can be wrong stands, so that its section opens. */
const SECTION_OF: Readonly<Record<string, SectionId>> = {
  name: "general",
  greetingMessage: "messages",
  publicDNSTypebot: "bot",
  publicIDTypebot: "bot",
};

/** The sections of the connection form; one with a wrong field stays open. */
export function ConnectionSections({ form, offered, connections }: ConnectionSectionsProps) {
  const { t } = useTranslation("connections");
  const [opened, setOpened] = useState<ReadonlySet<SectionId>>(new Set(["connector", "general"]));
  const [listUnlocked, setListUnlocked] = useState(false);
  const values = useWatch({ control: form.control });
  const wrong = new Set(Object.keys(form.formState.errors).map((field) => SECTION_OF[field] ?? "messages"));
  const currentDefault = connections.find((connection) => connection.isDefault);
  const greetingMissing = (values.queueIds?.length ?? 0) > 1 && (values.greetingMessage ?? "").trim() === "";

  const toggle = (id: SectionId) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  const at = (id: SectionId, number: number) => ({ number, open: opened.has(id) || wrong.has(id), onToggle: () => toggle(id) });
  const set = (name: "isDefault" | "nps" | "metaIntegration") => (checked: boolean) => form.setValue(name, checked, { shouldDirty: true });

  /** The first choice only unlocks the list; the next one counts (CONN-016, CONN-017, D-146). */
  function chooseList(checked: boolean): void {
    if (listUnlocked) return form.setValue("sendList", checked, { shouldDirty: true });
    setListUnlocked(true);
    toasts.info(ptOnly.listUnlocked);
  }

  /** Turning one history on turns the other off (CONN-020). */
  function chooseHistory(name: "historyByQueue" | "historyByUser", checked: boolean): void {
    form.setValue(name, checked, { shouldDirty: true });
    if (checked) form.setValue(name === "historyByQueue" ? "historyByUser" : "historyByQueue", false, { shouldDirty: true });
  }

  const cloud = values.api === "cloud_api";
  const defaultHelp =
    connections.length === 0
      ? t("form.isDefaultFirst")
      : currentDefault
        ? t("form.isDefaultReplaces", { name: currentDefault.name })
        : t("form.isDefaultHelp");
  return (
    <>
      <Section {...at("connector", 1)} title={t("form.connector")} fact={t("form.lockedLater")}>
        <ConnectorChoice
          offered={offered}
          value={values.api ?? "meow"}
          onChange={(api) => form.setValue("api", api, { shouldDirty: true })}
        />
      </Section>
      <Section {...at("general", 2)} title={t("form.general")}>
        <MessageField form={form} name="name" help={t("form.nameHelp")} />
        <QueueChoice
          value={(values.queueIds ?? []).filter((id) => id !== undefined)}
          onChange={(ids) => form.setValue("queueIds", ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        />
        <SwitchRow
          label={t("form.isDefault")}
          help={defaultHelp}
          checked={values.isDefault ?? false}
          disabled={connections.length === 0}
          onChange={set("isDefault")}
        />
      </Section>
      <Section
        {...at("messages", 3)}
        title={t("form.messages")}
        fact={
          greetingMissing && (
            <span className="formSectionProblem">
              <ErrorRounded aria-hidden />
              {t("form.greetingMissing")}
            </span>
          )
        }
      >
        <MessageField form={form} name="greetingMessage" multiline help={t("form.greetingMessageHelp")} />
        <MessageField form={form} name="farewellMessage" multiline />
        <MessageField form={form} name="greetingMessageRedirect" multiline />
        <MessageField form={form} name="outOfHoursMessage" multiline />
        <MessageField form={form} name="transferMessage" multiline />
      </Section>
      <Section {...at("bot", 4)} title={t("form.bot")} fact={t("form.botFixed")}>
        <MessageField form={form} name="greetingBotMessage" multiline />
        <MessageField form={form} name="publicIDTypebot" />
        <MessageField form={form} name="publicDNSTypebot" type="url" />
      </Section>
      {cloud && (
        <Section {...at("meta", 5)} title={t("form.meta")}>
          <SwitchRow label={t("form.metaIntegration")} checked={values.metaIntegration ?? false} onChange={set("metaIntegration")} />
          <MessageField form={form} name="phoneNumberId" />
          <MessageField form={form} name="wabaId" />
          <TextInput
            label={t("form.tokenMeta")}
            type="password"
            autoComplete="off"
            help={t("form.tokenMetaHelp")}
            value={values.tokenMeta ?? ""}
            onChange={(event) => form.setValue("tokenMeta", event.target.value, { shouldDirty: true })}
          />
        </Section>
      )}
      <Section {...at("rating", cloud ? 6 : 5)} title={t("form.rating")} fact={values.nps ? t("form.npsOn") : t("form.npsOff")}>
        <SwitchRow label={t("form.nps")} checked={values.nps ?? false} onChange={set("nps")} />
        <MessageField form={form} name="npsMessage" multiline />
        <MessageField form={form} name="npsTksMessage" multiline />
      </Section>
      <Section {...at("history", cloud ? 7 : 6)} title={t("form.history")} fact={t("form.historyExclusive")}>
        <SwitchRow
          label={t("form.historyByQueue")}
          help={t("form.historyByQueueHelp")}
          checked={values.historyByQueue ?? false}
          onChange={(checked) => chooseHistory("historyByQueue", checked)}
        />
        <SwitchRow
          label={t("form.historyByUser")}
          help={t("form.historyByUserHelp")}
          checked={values.historyByUser ?? false}
          onChange={(checked) => chooseHistory("historyByUser", checked)}
        />
      </Section>
      <Section
        {...at("list", cloud ? 8 : 7)}
        title={t("form.list")}
        fact={
          !listUnlocked && (
            <span className="formSectionLocked">
              <Lock aria-hidden />
              {t("form.listLocked")}
            </span>
          )
        }
      >
        <SwitchRow label={t("form.sendList")} help={t("form.sendListHelp")} checked={values.sendList ?? false} onChange={chooseList} />
      </Section>
    </>
  );
}
