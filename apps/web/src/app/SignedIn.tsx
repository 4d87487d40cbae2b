import { Suspense } from "react";
import { NotificationHost, PermissionPrompt } from "../features/notifications";
import { Shell } from "../features/shell";
import { createLiveClient, LiveProvider, useHeartbeat, useJoin } from "../lib/live";
import { useSelf } from "../lib/session";
import { queryClient } from "../lib/queryClient";
import { liveEffects, liveUpdaters } from "./liveUpdaters";

const live = createLiveClient(queryClient, liveUpdaters, liveEffects);

function NotifiedShell() {
  useJoin("joinNotification");
  useJoin("joinChats", useSelf().id);
  useHeartbeat();
  return (
    <Shell
      notice={
        <>
          <Suspense>
            <NotificationHost />
          </Suspense>
          <PermissionPrompt />
        </>
      }
    />
  );
}

/**
 * The shell around every private page, and the socket, which is open only while this is mounted.
 */
export function SignedIn() {
  return (
    <LiveProvider client={live}>
      <NotifiedShell />
    </LiveProvider>
  );
}
