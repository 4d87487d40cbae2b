import { useTranslation } from "react-i18next";
import { JobNote } from "./JobNote";

/** How far the person's recount of the figures is, or how many days it counted again. */
export function RecountJobNote() {
  const { t } = useTranslation("jobs");
  return <JobNote kind="figureRecount" toText={({ days = 0 }) => t("recountDays", { count: days })} />;
}
