import type { TemplateView } from "@balcao/contracts/templates";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import IconButton from "@mui/material/IconButton";
import { useTranslation } from "react-i18next";
import { CardList, RowDeed, TableFrame } from "../../ui/list";
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
    <TableFrame
      caption={t("caption")}
      columns={[t("column.name"), t("column.category"), t("column.language"), t("column.status")]}
      deeds={onDelete && t("column.actions")}
    >
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
                <RowDeed dangerous icon={DeleteOutlined} label={t("delete", { name: template.name })} onClick={() => onDelete(template)} />
              </span>
            </td>
          )}
        </tr>
      ))}
    </TableFrame>
  );
}

/** The same as cards, below 600 px. */
export function TemplateCards({ templates, onDelete }: TemplatesTableProps) {
  const { t } = useTranslation("templates");
  return (
    <CardList
      caption={t("caption")}
      items={templates}
      keyOf={toTemplateKey}
      titleOf={({ name }) => name}
      deed={(template) =>
        onDelete && (
          <IconButton color="error" aria-label={t("delete", { name: template.name })} onClick={() => onDelete(template)}>
            <DeleteOutlined />
          </IconButton>
        )
      }
    >
      {(template) => (
        <>
          <p className="templateCardText">{partOf(template, "BODY")}</p>
          <p className="cardFacts">
            <TemplateStatus {...template} />
            <span>{toCategoryName(t, template.category)}</span>
            <span>{toLanguageName(t, template.language)}</span>
          </p>
        </>
      )}
    </CardList>
  );
}
