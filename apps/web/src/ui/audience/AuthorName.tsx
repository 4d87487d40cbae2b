import type { AuthorView } from "@balcao/contracts/massSends";
import { useTranslation } from "react-i18next";

/** Who began a send, which goes on also when their account is not active any more. */
export function AuthorName({ of: { name, active } }: { readonly of: AuthorView }) {
  const { t } = useTranslation("audience");
  return active ? name : t("gone", { name });
}
