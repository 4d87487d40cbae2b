import { Suspense } from "react";
import { RequiredFactor } from "../features/account";
import { admit, logout } from "../lib/session";
import { FullPageSpinner } from "../ui";

/** Shown in place of every page until a person of whom the company demands a second factor has set it up (D-521). */
export function RequiredSecondFactor() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <main className="fullPage">
        <RequiredFactor onDone={() => admit({ secondFactor: true, secondFactorDue: null })} onSignOut={() => void logout()} />
      </main>
    </Suspense>
  );
}
