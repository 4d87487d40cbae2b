import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { useSelf } from "../../../lib/session";
import { FormNotice } from "../../../ui/form";

const LACKS = {
  connection: { path: "/connections", text: "new.missing.connection", link: "new.missing.addConnection" },
  queue: { path: "/queues", text: "new.missing.queue", link: "new.missing.addQueue" },
} as const;

/** Says what is missing before a ticket can be opened, with a link for administrators. */
export function MissingNotice({ what }: { readonly what: keyof typeof LACKS }) {
  const { t } = useTranslation("tickets");
  const isAdmin = useSelf().profile === "admin";
  const { path, text, link } = LACKS[what];
  return (
    <FormNotice>
      {t(text)} {!isAdmin && t("new.missing.askAdmin")}
      {isAdmin && (
        <Button size="small" color="inherit" component={Link} to={path}>
          {t(link)}
        </Button>
      )}
    </FormNotice>
  );
}
