import { CONNECTOR_APIS, DEFAULT_CONNECTOR, type ConnectorApi } from "@balcao/domain/connections";
import { useTranslation } from "react-i18next";
import { CONNECTOR_NAMES } from "../connectorNames";

interface ConnectorChoiceProps {
  readonly offered: readonly ConnectorApi[];
  readonly value: ConnectorApi;
  /** Null when the connector cannot be changed any more. */
  readonly onChange: ((api: ConnectorApi) => void) | null;
}

/** The connectors with the default one first. */
const IN_ORDER = [...CONNECTOR_APIS].sort((a, b) => Number(b === DEFAULT_CONNECTOR) - Number(a === DEFAULT_CONNECTOR));

/** Those that an installation offers only with a variable of its own; the text names it. */
const isConditional = (api: ConnectorApi) => api === "meow" || api === "cloud_api";

/**
 * The choice of one connector; one that this installation cannot use is marked.
 */
export function ConnectorChoice({ offered, value, onChange }: ConnectorChoiceProps) {
  const { t } = useTranslation("connections");
  const shown = onChange ? IN_ORDER : [value];
  return (
    <div className="connectorChoice" role="radiogroup" aria-label={t("form.connector")}>
      {shown.map((api) => (
        <label key={api} className="radioCard">
          <input
            type="radio"
            name="connector"
            value={api}
            checked={api === value}
            disabled={!onChange || !offered.includes(api)}
            onChange={() => onChange?.(api)}
          />
          <span>
            <span className="radioCardTitle">
              <b>{CONNECTOR_NAMES[api].name}</b>
              {` · ${CONNECTOR_NAMES[api].technical}`}
              {onChange && api === DEFAULT_CONNECTOR && (
                <span className="chip" data-tone="primary">
                  {t("form.defaultMark")}
                </span>
              )}
            </span>
            <span className="radioCardText">
              {!onChange || offered.includes(api)
                ? t(`form.about.${api}`)
                : isConditional(api)
                  ? t(`form.missing.${api}`)
                  : t("form.notInstalled")}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
