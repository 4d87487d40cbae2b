import type { ConnectionView } from "@balcao/contracts/connections";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Lock from "@mui/icons-material/Lock";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { QueueChips, type SchemaForm } from "../../../ui/form";
import { Absences } from "../Absences";
import { CONNECTOR_NAMES } from "../connectorNames";
import { ConnectorChoice } from "./ConnectorChoice";
import { HistorySection } from "./HistorySection";
import { MessageField } from "./MessageField";
import { MetaSection } from "./MetaSection";
import { Section } from "./Section";
import { SwitchRow } from "./SwitchRow";

interface ConnectionSectionsProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly offered: readonly ConnectorApi[];
  readonly connections: readonly Connection[];
  /** The connection that is changed; null for a new one. */
  readonly editing: ConnectionView | null;
}

type SectionId = "connector" | "general" | "messages" | "bot" | "meta" | "rating" | "history" | "list";

/** Where each field that can be wrong stands, so that its section opens. */
const SECTION_OF: Readonly<Record<string, SectionId>> = {
  name: "general",
  queueIds: "general",
  api: "connector",
  greetingMessage: "messages",
  publicDNSTypebot: "bot",
  publicIDTypebot: "bot",
  greetingBotMessage: "bot",
  phoneNumberId: "meta",
  wabaId: "meta",
  tokenMeta: "meta",
  npsMessage: "rating",
  npsTksMessage: "rating",
  historyByQueue: "history",
  historyByUser: "history",
};

const connectorFact = (api: ConnectorApi): string => `${CONNECTOR_NAMES[api].name} · ${CONNECTOR_NAMES[api].technical}`;

/** The sections of the connection form; one with a wrong field stays open. */
export function ConnectionSections({ of, offered, connections, editing }: ConnectionSectionsProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const [opened, setOpened] = useState<ReadonlySet<SectionId>>(new Set(editing ? ["general"] : ["connector", "general"]));
  const [listUnlocked, setListUnlocked] = useState(editing?.sendList ?? false);
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
  const set = (name: "isDefault" | "nps") => (checked: boolean) => form.setValue(name, checked, { shouldDirty: true });

  /** The first choice only unlocks the list; the next one counts (CONN-016, CONN-017, D-146). */
  function chooseList(checked: boolean): void {
    if (listUnlocked) return form.setValue("sendList", checked, { shouldDirty: true });
    setListUnlocked(true);
    toasts.info(ptOnly.listUnlocked);
  }

  const cloud = values.api === "cloud_api";
  // The only default passes the mark on when another takes it (CONN-029).
  const keepsDefault = editing ? editing.isDefault : connections.length === 0;
  const defaultHelp = keepsDefault
    ? t(connections.length > 1 ? "form.isDefaultKept" : "form.isDefaultFirst")
    : currentDefault
      ? t("form.isDefaultReplaces", { name: currentDefault.name })
      : t("form.isDefaultHelp");
  return (
    <>
      <Section {...at("connector", 1)} title={t("form.connector")} fact={editing ? connectorFact(editing.api) : t("form.lockedLater")}>
        <ConnectorChoice
          offered={offered}
          value={values.api ?? "meow"}
          onChange={editing ? null : (api) => form.setValue("api", api, { shouldDirty: true })}
        />
        <Absences api={values.api ?? "meow"} heading="h4" />
        {editing && <p className="formLocked">{t("form.connectorLocked")}</p>}
      </Section>
      <Section {...at("general", 2)} title={t("form.general")}>
        <MessageField of={of} name="name" locked={editing !== null} help={editing ? t("form.nameLocked") : t("form.nameHelp")} />
        <QueueChips
          label={t("form.queues")}
          help={t("form.queuesHelp")}
          value={(values.queueIds ?? []).filter((id) => id !== undefined)}
          onChange={(ids) => form.setValue("queueIds", ids, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        />
        <SwitchRow
          label={t("form.isDefault")}
          help={defaultHelp}
          checked={values.isDefault ?? false}
          disabled={keepsDefault}
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
        <MessageField of={of} name="greetingMessage" multiline help={t("form.greetingMessageHelp")} />
        <MessageField of={of} name="farewellMessage" multiline />
        <MessageField of={of} name="greetingMessageRedirect" multiline />
        <MessageField of={of} name="outOfHoursMessage" multiline />
        <MessageField of={of} name="transferMessage" multiline />
      </Section>
      <Section {...at("bot", 4)} title={t("form.bot")} fact={t("form.botFixed")}>
        <MessageField of={of} name="greetingBotMessage" multiline />
        <MessageField of={of} name="publicIDTypebot" />
        <MessageField of={of} name="publicDNSTypebot" type="url" />
      </Section>
      {cloud && (
        <Section {...at("meta", 5)} title={t("form.meta")}>
          <MetaSection of={of} tokenSet={editing?.tokenMetaSet ?? false} />
        </Section>
      )}
      <Section {...at("rating", cloud ? 6 : 5)} title={t("form.rating")} fact={values.nps ? t("form.npsOn") : t("form.npsOff")}>
        <SwitchRow label={t("form.nps")} checked={values.nps ?? false} onChange={set("nps")} />
        <MessageField of={of} name="npsMessage" multiline />
        <MessageField of={of} name="npsTksMessage" multiline />
      </Section>
      <Section {...at("history", cloud ? 7 : 6)} title={t("form.history")} fact={t("form.historyExclusive")}>
        <HistorySection of={of} />
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
