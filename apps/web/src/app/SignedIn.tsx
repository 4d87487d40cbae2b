import { Shell } from "../features/shell";
import { createLiveClient, LiveProvider, useJoin } from "../lib/live";
import { queryClient } from "../lib/queryClient";
import { liveEffects, liveUpdaters } from "./liveUpdaters";

const live = createLiveClient(queryClient, liveUpdaters, liveEffects);

function NotifiedShell() {
  useJoin("joinNotification");
  return <Shell />;
}

/** What surrounds every private page: the live connection, open exactly as long as this is shown, and the shell. */
export function SignedIn() {
  return (
    <LiveProvider client={live}>
      <NotifiedShell />
    </LiveProvider>
  );
}
