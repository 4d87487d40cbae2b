import { DEFAULT_CONNECTOR, type ConnectorApi } from "@balcao/domain/connections";
import { useTranslation } from "react-i18next";
import { CONNECTOR_NAMES } from "../connectorNames";

interface ConnectorChoiceProps {
  readonly offered: readonly ConnectorApi[];
  readonly value: ConnectorApi;
  readonly onChange: (api: ConnectorApi) => void;
}

/** The exclusive choice of a connector, among those that this installation can open (CONN-010, CONN-011). */
export function ConnectorChoice({ offered, value, onChange }: ConnectorChoiceProps) {
  const { t } = useTranslation("connections");
  return (
    <div className="connectorChoice" role="radiogroup" aria-label={t("form.connector")}>
      {offered.map((api) => (
        <label key={api} className="radioCard">
          <input type="radio" name="connector" value={api} checked={api === value} onChange={() => onChange(api)} />
          <span>
            <span className="radioCardTitle">
              <b>{CONNECTOR_NAMES[api].name}</b>
              {` · ${CONNECTOR_NAMES[api].technical}`}
              {api === DEFAULT_CONNECTOR && (
                <span className="chip" data-tone="primary">
                  {t("form.defaultMark")}
                </span>
              )}
            </span>
            <span className="radioCardText">{t(`form.about.${api}`)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
