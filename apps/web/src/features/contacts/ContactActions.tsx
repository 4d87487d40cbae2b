import MoreVert from "@mui/icons-material/MoreVert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { MenuReason, Spinner, WithReason } from "../../ui";
import { ClearDialog } from "./ClearDialog";
import { useContactActions, type ContactAction, type ContactDialog } from "./useContactActions";

const ImportDialog = lazy(() => import("./ImportDialog").then((module) => ({ default: module.ImportDialog })));

/** Delegation, import, export and clear, each for those with its flag (CONTACT-004 to CONTACT-007). */
export function ContactActions() {
  const wide = useMediaQuery("(min-width: 1200px)");
  const [opened, setOpened] = useState<ContactDialog | null>(null);
  const { shown, hidden } = useContactActions(setOpened);
  const inMenu = wide ? hidden : [...shown, ...hidden];
  const close = () => setOpened(null);
  return (
    <>
      {wide && shown.map((action) => <ActionButton key={action.id} action={action} />)}
      {inMenu.length > 0 && <ActionMenu actions={inMenu} />}
      {opened === "clear" && <ClearDialog onClose={close} />}
      {(opened === "import" || opened === "delegation") && (
        <Suspense>
          <ImportDialog kind={opened} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function ActionButton({ action: { id, icon: Icon, reason, busy, run } }: { readonly action: ContactAction }) {
  const { t } = useTranslation("contacts");
  return (
    <WithReason reason={reason}>
      <Button variant="outlined" aria-busy={busy} startIcon={busy ? <Spinner /> : <Icon />} onClick={run}>
        {t(`action.${id}`)}
      </Button>
    </WithReason>
  );
}

function ActionMenu({ actions }: { readonly actions: readonly ContactAction[] }) {
  const { t } = useTranslation("contacts");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const run = (action: ContactAction) => {
    setAnchor(null);
    action.run();
  };
  return (
    <>
      <IconButton aria-label={t("action.more")} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreVert />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {actions.map((action) => (
          <MenuItem key={action.id} disabled={action.reason !== null} onClick={() => run(action)}>
            <ListItemIcon>{action.busy ? <Spinner /> : <action.icon />}</ListItemIcon>
            <MenuReason reason={action.reason}>{t(`action.${action.id}`)}</MenuReason>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
