import ErrorRounded from "@mui/icons-material/ErrorRounded";
import Button from "@mui/material/Button";
import { useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../lib/queryClient";

/** The lists that choices are filled with, by the first part of their keys. */
const LISTS: ReadonlySet<unknown> = new Set(["queues", "tags", "connections", "users", "templates"]);

const cache = queryClient.getQueryCache();

/** The reads of such lists that something on the screen waits for, and that failed. */
const findUnread = () =>
  cache.findAll({
    type: "active",
    predicate: ({ queryKey, state }) => LISTS.has(queryKey[0]) && state.data === undefined && state.status === "error",
  });

/** Says that a list to choose from could not be read, so that it never looks empty, and reads it again (D-490). */
export function UnreadChoices() {
  const { t } = useTranslation();
  const failed = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => findUnread().length > 0,
  );
  const [reading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    await Promise.all(findUnread().map((query) => query.fetch().catch(() => undefined)));
    setReading(false);
  };
  if (!failed && !reading) return null;
  return (
    <div className="unreadChoices" role="alert">
      <ErrorRounded aria-hidden />
      <p>{t("form.unread")}</p>
      <Button size="small" variant="outlined" color="inherit" disabled={reading} onClick={() => void read()}>
        {t("action.retry")}
      </Button>
    </div>
  );
}
