import { useLongWait } from "../Spinner";

const ROWS = 6;

/** A placeholder for a table that is loading; nothing during short waits. */
export function TableSkeleton() {
  return useLongWait() ? (
    <div className="tableCard tableSkeleton" aria-busy="true">
      {Array.from({ length: ROWS }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}
