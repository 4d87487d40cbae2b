import type { ReactNode } from "react";

interface TableFrameProps {
  /** What the table holds, for people who cannot see it. */
  readonly caption: string;
  readonly columns: readonly string[];
  /** The head of the last column, which holds the deeds of a row; absent where nothing can be done. */
  readonly deeds?: string | undefined;
  /** Rows of two lines, the first cell a `th` of the row. */
  readonly children: ReactNode;
}

/** A table of the back office: it scrolls sideways by itself, and can be reached with the keyboard to do so. */
export function TableFrame({ caption, columns, deeds, children }: TableFrameProps) {
  return (
    <div className="tableCard" data-two-lines tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption className="visuallyHidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {deeds !== undefined && (
              <th scope="col" className="tableDeedsHead">
                {deeds}
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
