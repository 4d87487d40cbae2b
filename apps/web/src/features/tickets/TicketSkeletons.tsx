import { useTranslation } from "react-i18next";
import { useLongWait } from "../../ui";

/** The number of placeholder rows while the first page is loading. */
const ROWS = 8;

/** A placeholder for one row. */
export function SkeletonRow() {
  return (
    <div className="ticketRow ticketSkeleton" aria-hidden="true">
      <span className="skeletonShape" style={{ width: 40, height: 40, borderRadius: "50%" }} />
      <span style={{ display: "grid", gap: 8 }}>
        <span className="skeletonShape" style={{ width: "48%", height: 10 }} />
        <span className="skeletonShape" style={{ width: "82%", height: 9 }} />
        <span className="skeletonShape" style={{ width: "36%", height: 8 }} />
      </span>
    </div>
  );
}

/** Placeholder rows for a list that is loading; nothing during short waits. */
export function ListSkeleton() {
  const { t } = useTranslation();
  return useLongWait() ? (
    <div aria-busy="true">
      <p className="visuallyHidden" role="status">
        {t("state.loading")}
      </p>
      {Array.from({ length: ROWS }, (_, row) => (
        <SkeletonRow key={row} />
      ))}
    </div>
  ) : null;
}
