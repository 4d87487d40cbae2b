import type { ConnectionView } from "@balcao/contracts/connections";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Section, type SchemaForm, type SectionPlace } from "../../../ui/form";
import { Absences } from "../Absences";
import { CONNECTOR_NAMES } from "../connectorNames";
import { ConnectorChoice } from "./ConnectorChoice";

interface ConnectorSectionProps {
  readonly place: SectionPlace;
  readonly of: SchemaForm<ConnectionForm>;
  readonly offered: readonly ConnectorApi[];
  readonly editing: ConnectionView | null;
}

const connectorFact = (api: ConnectorApi): string => `${CONNECTOR_NAMES[api].name} · ${CONNECTOR_NAMES[api].technical}`;

/** Which connector carries the connection, and what it cannot do; fixed once it exists (CONN-012). */
export function ConnectorSection({ place, of, offered, editing }: ConnectorSectionProps) {
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
