import type { ConnectionView } from "@balcao/contracts/connections";
import { type ConnectorApi, CAPABILITIES } from "@balcao/domain/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Lock from "@mui/icons-material/Lock";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";
import { type SchemaForm, type SectionPlace, Section, SwitchRow } from "../../../ui/form";
import { Absences } from "../Absences";
import { CONNECTOR_NAMES } from "../connectorNames";
import { ConnectorChoice } from "./ConnectorChoice";
import { GeneralSection } from "./GeneralSection";
import { MessageField } from "./MessageField";

interface MetaSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  readonly tokenSet: boolean;
}

/**
 * The fields of Meta's Cloud API (CONN-014). The token is write-only; an empty one keeps the stored
 * one.
 */
function MetaSection({ place, of, tokenSet }: MetaSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const metaIntegration = useWatch({ control: form.control, name: "metaIntegration" });
  return (
    <Section {...place} title={t("form.meta")}>
      <SwitchRow
        label={t("form.metaIntegration")}
        help={t("form.metaIntegrationHelp")}
        checked={metaIntegration}
        onChange={(checked) => form.setValue("metaIntegration", checked, { shouldDirty: true })}
      />
      <MessageField of={of} name="phoneNumberId" help={t("form.phoneNumberIdHelp")} />
      <MessageField of={of} name="wabaId" />
      <MessageField
        of={of}
        name="tokenMeta"
        type="password"
        help={tokenSet ? t("form.tokenMetaSet") : t("form.tokenMetaHelp")}
        {...(tokenSet && { placeholder: "••••••••••••" })}
      />
    </Section>
  );
}

interface SendListSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  /** The connection has the list already. */
  readonly unlockedAtFirst: boolean;
}

/** Whether the menu of queues is sent as a list to tap on, for networks that deliver lists: the first choice only unlocks it, the next one counts (CONN-016, CONN-017, D-146). */
function SendListSection({ place, of, unlockedAtFirst }: SendListSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const sendList = useWatch({ control: form.control, name: "sendList" });
  const [unlocked, setUnlocked] = useState(unlockedAtFirst);
  const choose = (checked: boolean): void => {
    if (unlocked) return form.setValue("sendList", checked, { shouldDirty: true });
    setUnlocked(true);
    toasts.info(t("form.listUnlocked"));
  };
  const locked = !unlocked && (
    <span className="formSectionLocked">
      <Lock aria-hidden />
      {t("form.listLocked")}
    </span>
  );
  return (
    <Section {...place} title={t("form.list")} fact={locked}>
      <SwitchRow label={t("form.sendList")} help={t("form.sendListHelp")} checked={sendList} onChange={choose} />
    </Section>
  );
}

interface HistorySectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/**
 * Which history agents see: by queue, by user, or all of it. The two switches exclude each other.
 */
function HistorySection({ place, of }: HistorySectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const [byQueue, byUser] = useWatch({ control: form.control, name: ["historyByQueue", "historyByUser"] });
  function choose(name: "historyByQueue" | "historyByUser", checked: boolean): void {
    form.setValue(name, checked, { shouldDirty: true });
    if (checked) form.setValue(name === "historyByQueue" ? "historyByUser" : "historyByQueue", false, { shouldDirty: true });
  }
  return (
    <Section {...place} title={t("form.history")} fact={t("form.historyExclusive")}>
      <SwitchRow
        label={t("form.historyByQueue")}
        help={t("form.historyByQueueHelp")}
        checked={byQueue}
        onChange={(checked) => choose("historyByQueue", checked)}
      />
      <SwitchRow
        label={t("form.historyByUser")}
        help={t("form.historyByUserHelp")}
        checked={byUser}
        onChange={(checked) => choose("historyByUser", checked)}
      />
    </Section>
  );
}

type SectionId = "connector" | "general" | "messages" | "bot" | "meta" | "rating" | "history" | "list";

/** The section of each field that can be wrong. */
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

/** The shown sections in their order; those with a wrong field are always open. */
function useSections(
  shown: readonly SectionId[],
  openAtFirst: readonly SectionId[],
  wrongFields: readonly string[],
): (id: SectionId) => SectionPlace {
  const [opened, setOpened] = useState<ReadonlySet<SectionId>>(new Set(openAtFirst));
  const wrong = new Set(wrongFields.map((field) => SECTION_OF[field] ?? "messages"));
  const toggle = (id: SectionId) => {
    const next = new Set(opened);
    if (!next.delete(id)) next.add(id);
    setOpened(next);
  };
  return (id) => ({ number: shown.indexOf(id) + 1, open: opened.has(id) || wrong.has(id), onToggle: () => toggle(id) });
}

interface ConnectorSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  readonly offered: readonly ConnectorApi[];
  readonly editing: ConnectionView | null;
}

const connectorFact = (api: ConnectorApi): string => `${CONNECTOR_NAMES[api].name} · ${CONNECTOR_NAMES[api].technical}`;

/** Which connector carries the connection, and what it cannot do; fixed once it exists. */
function ConnectorSection({ place, of, offered, editing }: ConnectorSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const api = useWatch({ control: form.control, name: "api" });
  return (
    <Section {...place} title={t("form.connector")} fact={editing ? connectorFact(editing.api) : t("form.lockedLater")}>
      <ConnectorChoice
        offered={offered}
        value={api}
        onChange={editing ? null : (chosen) => form.setValue("api", chosen, { shouldDirty: true })}
      />
      <Absences api={api} heading="h4" />
      {editing && <p className="formLocked">{t("form.connectorLocked")}</p>}
    </Section>
  );
}

interface MessagesSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Texts that customers get by themselves; several queues need a greeting. */
function MessagesSection({ place, of }: MessagesSectionProps) {
  const { t } = useTranslation("connections");
  const [queueIds, greeting] = useWatch({ control: of.form.control, name: ["queueIds", "greetingMessage"] });
  const greetingMissing = queueIds.length > 1 && greeting.trim() === "" && (
    <span className="formSectionProblem">
      <ErrorRounded aria-hidden />
      {t("form.greetingMissing")}
    </span>
  );
  return (
    <Section {...place} title={t("form.messages")} fact={greetingMissing}>
      <MessageField of={of} name="greetingMessage" multiline help={t("form.greetingMessageHelp")} />
      <MessageField of={of} name="farewellMessage" multiline />
      <MessageField of={of} name="greetingMessageRedirect" multiline />
      <MessageField of={of} name="outOfHoursMessage" multiline />
      <MessageField of={of} name="transferMessage" multiline />
    </Section>
  );
}

interface RatingSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Whether customers are asked for a rating, and with which words. */
function RatingSection({ place, of }: RatingSectionProps) {
  const { form } = of;
  const { t } = useTranslation("connections");
  const nps = useWatch({ control: form.control, name: "nps" });
  return (
    <Section {...place} title={t("form.rating")} fact={nps ? t("form.npsOn") : t("form.npsOff")}>
      <SwitchRow label={t("form.nps")} checked={nps} onChange={(checked) => form.setValue("nps", checked, { shouldDirty: true })} />
      <MessageField of={of} name="npsMessage" multiline />
      <MessageField of={of} name="npsTksMessage" multiline />
    </Section>
  );
}

interface BotSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
}

/** Which bot answers first. */
function BotSection({ place, of }: BotSectionProps) {
  const { t } = useTranslation("connections");
  return (
    <Section {...place} title={t("form.bot")} fact={t("form.botFixed")}>
      <MessageField of={of} name="greetingBotMessage" multiline />
      <MessageField of={of} name="publicIDTypebot" />
      <MessageField of={of} name="publicDNSTypebot" type="url" />
    </Section>
  );
}

const SECTIONS: readonly SectionId[] = ["connector", "general", "messages", "bot", "meta", "rating", "history", "list"];

/** The sections that a connector has: Meta's credentials and lists are not for all of them. */
const sectionsOf = (api: ConnectorApi): readonly SectionId[] =>
  SECTIONS.filter((id) => (id !== "meta" || api === "cloud_api") && (id !== "list" || CAPABILITIES[api].lists));

interface ConnectionSectionsProps {
  readonly of: SchemaForm<ConnectionForm>;
  readonly offered: readonly ConnectorApi[];
  readonly connections: readonly Connection[];
  /** The connection that is changed; null for a new one. */
  readonly editing: ConnectionView | null;
}

/** The sections of the connection form; one with a wrong field stays open. */
export function ConnectionSections({ of, offered, connections, editing }: ConnectionSectionsProps) {
  const { form } = of;
  const api = useWatch({ control: form.control, name: "api" });
  const place = useSections(sectionsOf(api), editing ? ["general"] : ["connector", "general"], Object.keys(form.formState.errors));
  return (
    <>
      <ConnectorSection place={place("connector")} of={of} offered={offered} editing={editing} />
      <GeneralSection place={place("general")} of={of} connections={connections} editing={editing} />
      <MessagesSection place={place("messages")} of={of} />
      <BotSection place={place("bot")} of={of} />
      {api === "cloud_api" && <MetaSection place={place("meta")} of={of} tokenSet={editing?.tokenMetaSet ?? false} />}
      <RatingSection place={place("rating")} of={of} />
      <HistorySection place={place("history")} of={of} />
      {CAPABILITIES[api].lists && <SendListSection place={place("list")} of={of} unlockedAtFirst={editing?.sendList ?? false} />}
    </>
  );
}
