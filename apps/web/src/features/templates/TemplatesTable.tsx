import type { TemplateView } from "@balcao/contracts/templates";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import { partOf, toCategoryName, toLanguageName, toTemplateKey } from "./templateFacts";
import { TemplateStatus } from "./TemplateStatus";

interface TemplatesTableProps {
  readonly templates: readonly TemplateView[];
  /** Absent for people who may only read (D-215). */
  readonly onDelete: ((template: TemplateView) => void) | undefined;
}

/** Templates as a table: name with the beginning of its text, category, language, status (TMPL-002). */
export function TemplatesTable({ templates, onDelete }: TemplatesTableProps) {
  const { t } = useTranslation("templates");
  return (
    <div className="tableCard" data-two-lines tabIndex={0} role="region" aria-label={t("caption")}>
      <table>
        <caption className="visuallyHidden">{t("caption")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("column.name")}</th>
            <th scope="col">{t("column.category")}</th>
            <th scope="col">{t("column.language")}</th>
            <th scope="col">{t("column.status")}</th>
            {onDelete && (
              <th scope="col" className="templateActionsHead">
                {t("column.actions")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {templates.map((template) => (
            <tr key={toTemplateKey(template)}>
              <th scope="row" className="templateName">
                <span className="ellipsis">{template.name}</span>
                <span className="tableSub ellipsis">{partOf(template, "BODY")}</span>
              </th>
              <td>{toCategoryName(t, template.category)}</td>
              <td>{toLanguageName(t, template.language)}</td>
              <td>
                <TemplateStatus {...template} />
              </td>
              {onDelete && (
                <td>
                  <span className="tableActions">
                    <Tooltip title={t("delete", { name: template.name })}>
                      <IconButton
                        size="small"
                        color="error"
                        aria-label={t("delete", { name: template.name })}
                        onClick={() => onDelete(template)}
                      >
                        <DeleteOutlined />
                      </IconButton>
                    </Tooltip>
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The same as cards, below 600 px. */
export function TemplateCards({ templates, onDelete }: TemplatesTableProps) {
  const { t } = useTranslation("templates");
  return (
    <ul className="templateCards" aria-label={t("caption")}>
      {templates.map((template) => (
        <li key={toTemplateKey(template)} className="templateCard">
          <h2>{template.name}</h2>
          {onDelete && (
            <IconButton color="error" aria-label={t("delete", { name: template.name })} onClick={() => onDelete(template)}>
              <DeleteOutlined />
            </IconButton>
          )}
          <p className="templateCardText">{partOf(template, "BODY")}</p>
          <p className="templateCardFacts">
            <TemplateStatus {...template} />
            <span>{toCategoryName(t, template.category)}</span>
            <span>{toLanguageName(t, template.language)}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
