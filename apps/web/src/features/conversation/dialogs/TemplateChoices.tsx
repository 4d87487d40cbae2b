import type { TemplateView } from "@balcao/contracts/templates";
import { obstacleToSend, templateText } from "@balcao/domain/templates";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "../../../ui";
import { toFacts } from "../../../lib/templateChoice";

interface TemplateChoicesProps {
  readonly templates: readonly TemplateView[];
  readonly chosen: TemplateView | null;
  readonly onChoose: (template: TemplateView) => void;
}

/**
 * The approved templates with the beginning of their text; one that cannot be sent from Balcão
 * shows the reason.
 */
export function TemplateChoices({ templates, chosen, onChoose }: TemplateChoicesProps) {
  const { t } = useTranslation("templates");
  const [term, setTerm] = useState("");
  const wanted = term.trim().toLocaleLowerCase();
  const rows = templates
    .map((template) => ({ template, facts: toFacts(template) }))
    .filter(({ facts }) => `${facts.name} ${templateText(facts, "BODY")}`.toLocaleLowerCase().includes(wanted));
  if (templates.length === 0) {
    return (
      <div className="templateNothing">
        <b>{t("send.none")}</b>
        <span>{t("send.noneText")}</span>
      </div>
    );
  }
  return (
    <div className="templateChoices">
      {templates.length > 5 && (
        <SearchField
          label={t("send.search")}
          value={term}
          onChange={setTerm}
          found={wanted === "" ? undefined : t("found", { count: rows.length })}
        />
      )}
      <ul aria-label={t("send.list")}>
        {rows.map(({ template, facts }) => {
          const obstacle = obstacleToSend(facts);
          return (
            <li key={`${facts.name}/${facts.language}`}>
              <button
                type="button"
                className="templateChoice"
                disabled={obstacle !== null}
                aria-pressed={chosen?.name === facts.name && chosen.language === facts.language}
                onClick={() => onChoose(template)}
              >
                <span className="templateChoiceName">
                  <b className="ellipsis">{facts.name}</b>
                  <span>{facts.language}</span>
                </span>
                <span className="templateChoiceText">
                  {obstacle === null ? templateText(facts, "BODY") : t(`send.obstacle.${obstacle}`)}
                </span>
              </button>
            </li>
          );
        })}
        {rows.length === 0 && <li className="templateNothing">{t("nothingFound", { term: term.trim() })}</li>}
      </ul>
    </div>
  );
}
