import { useLongWait } from "../Spinner";
import "./list.css";

const ROWS = 6;

/** The shape of a table that is being loaded, after a wait. */
export function TableSkeleton() {
  return useLongWait() ? (
    <div className="tableCard tableSkeleton" aria-busy="true">
      {Array.from({ length: ROWS }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}
