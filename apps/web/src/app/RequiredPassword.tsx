import { Suspense } from "react";
import { PasswordDialog } from "../features/shell";
import { logout } from "../lib/session";
import { FullPageSpinner } from "../ui";

/** Shown in place of every page until a person with a temporary password has changed it. */
export function RequiredPassword() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <main className="fullPage">
        <PasswordDialog required onClose={() => void logout()} />
      </main>
    </Suspense>
  );
}
