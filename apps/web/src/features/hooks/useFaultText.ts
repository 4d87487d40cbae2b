import type { HookFault } from "@balcao/contracts/hooks";
import { useTranslation } from "react-i18next";

/** Says why a delivery failed; empty where it did not. */
export function useFaultText() {
  const { t } = useTranslation("hooks");
  return ({ fault, status }: { readonly fault: HookFault | null; readonly status: number | null }): string =>
    fault === null ? "" : t(`fault.${fault}`, { status: status ?? "" });
}
