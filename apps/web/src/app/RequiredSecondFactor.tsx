import { Suspense } from "react";
import { SecondFactorDialog } from "../features/account";
import { admit, logout } from "../lib/session";
import { FullPageSpinner } from "../ui";

/** Shown in place of every page until a person of whom the company demands a second factor has set it up (D-521). */
export function RequiredSecondFactor() {
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <main className="fullPage">
        <SecondFactorDialog required onDone={() => admit({ secondFactorDue: null })} onClose={() => void logout()} />
      </main>
    </Suspense>
  );
}
