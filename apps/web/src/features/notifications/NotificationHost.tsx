import { Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { onNotificationClick, onWorkerMessage, registerForPushes, startServiceWorker } from "../../lib/notifications";
import { useSelf } from "../../lib/session";
import { NewVersionBar } from "./lateStrips";

/** Registers a browser silently: the test of the notifications says what is missing. */
const register = (userId: number): void => void registerForPushes(userId).catch(() => undefined);

/**
 * What notifications need while somebody is signed in: the service worker, the subscription of this
 * browser, clicks, and the offer of a new version.
 */
export function NotificationHost() {
  const { id } = useSelf();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  useEffect(() => void startServiceWorker(() => setNew(true)).then(() => register(id)), [id]);
  useEffect(() => {
    onNotificationClick((path) => void navigate(path));
    return onWorkerMessage((message) => {
      if (message.type === "open") void navigate(message.path);
      if (message.type === "subscriptionChanged") register(id);
    });
  }, [navigate, id]);
  return (
    isNew && (
      <Suspense>
        <NewVersionBar onLater={() => setNew(false)} />
      </Suspense>
    )
  );
}
