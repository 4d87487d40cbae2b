import TableRowsOutlined from "@mui/icons-material/TableRowsOutlined";
import IconButton from "@mui/material/IconButton";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ErrorCard, Spinner } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import { useFailureToast } from "./useWidget";

/** A row of the table behind a chart; `open` shows the tickets that it counts. */
interface ChartRow {
  readonly key: string;
  readonly label: string;
  readonly value: string;
  readonly open?: (() => void) | undefined;
}

interface WidgetProps<T> {
  readonly title: string;
  readonly subtitle?: string | undefined;
  readonly query: UseQueryResult<T>;
  /** The names of the table's columns. */
  readonly columns: readonly [string, string];
  readonly rowsOf: (data: T) => readonly ChartRow[];
  /** The chart; it is hidden from screen readers, which have the table. */
  readonly chart: (data: T) => ReactNode;
  readonly area: string;
}

/** A card with a chart and the table behind it, which everybody can show and copy. */
export function Widget<T>({ title, subtitle, query, columns, rowsOf, chart, area }: WidgetProps<T>) {
  const { t } = useTranslation("dashboard");
  const [asTable, setAsTable] = useState(false);
  useFailureToast(title, query);
  const { data, error } = query;
  const label = t(asTable ? "asChart" : "asTable", { title });
  return (
    <section className="dashCard" data-area={area} aria-label={title}>
      <div className="dashCardHead">
        <h2>{title}</h2>
        {subtitle !== undefined && <span>{subtitle}</span>}
        <Tooltip title={label}>
          <IconButton size="small" aria-label={label} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <TableRowsOutlined fontSize="small" />
          </IconButton>
        </Tooltip>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorCard title={title} error={error} onRetry={() => void query.refetch()} />
        ) : (
          <Spinner />
        )
      ) : (
        <figure className="dashFigure" aria-label={title}>
          {!asTable && chart(data)}
          <ChartTable title={title} columns={columns} rows={rowsOf(data)} hidden={!asTable} />
        </figure>
      )}
    </section>
  );
}

interface ChartTableProps {
  readonly title: string;
  readonly columns: readonly [string, string];
  readonly rows: readonly ChartRow[];
  readonly hidden: boolean;
}

function ChartTable({ title, columns, rows, hidden }: ChartTableProps) {
  return (
    <div className={hidden ? "visuallyHidden" : "dashTable"} tabIndex={hidden ? undefined : 0}>
      <table>
        <caption className="visuallyHidden">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, value, open }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                {open ? (
                  <button type="button" className="dashLink" tabIndex={hidden ? -1 : 0} onClick={open}>
                    {value}
                  </button>
                ) : (
                  value
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
