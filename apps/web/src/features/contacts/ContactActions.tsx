import type { SvgIconComponent } from "@mui/icons-material";
import AssignmentIndOutlined from "@mui/icons-material/AssignmentIndOutlined";
import CleaningServicesOutlined from "@mui/icons-material/CleaningServicesOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import MoreVert from "@mui/icons-material/MoreVert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useJob } from "../../lib/data/jobs";
import { useMayImportContacts } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { MenuReason, Spinner, WithReason } from "../../ui";
import { ClearDialog } from "./ClearDialog";
import { startExport, useExporting } from "./exporting";
import type { SheetName } from "./saveSheet";

type ContactDialog = "import" | "delegation" | "clear" | "chats";

interface ContactAction {
  readonly id: "delegation" | "delegationExport" | "import" | "export" | "clear" | "chats";
  readonly icon: SvgIconComponent;
  /** Why it cannot be used now; null while it can. */
  readonly reason: string | null;
  /** Its work is under way. */
  readonly busy: boolean;
  readonly run: () => void;
}

/** Why an import cannot begin now: one of the person runs, here or in another browser, or imports are switched off. */
function useImportReasons() {
  const { t } = useTranslation("contacts");
  const mayImport = useMayImportContacts();
  const contacts = useJob("contactImport");
  const delegations = useJob("delegationImport");
  const chats = useJob("chatImport");
  const toReason = (job: typeof contacts) => (job?.state === "running" ? t("action.importRunning") : null);
  return {
    contacts: mayImport ? toReason(contacts) : t("action.importBlocked"),
    delegations: toReason(delegations),
    chats: toReason(chats),
  };
}

/** What the person's flags allow with all contacts: beside the search, and in the menu (CONTACT-004 to CONTACT-007). */
function useContactActions(open: (dialog: ContactDialog) => void) {
  const { t } = useTranslation("contacts");
  const { addContact, editContact, delContact, profile } = useSelf();
  const reasons = useImportReasons();
  const exporting = useExporting();
  const opens = (id: ContactDialog, icon: SvgIconComponent, reason: string | null = null): ContactAction => ({
    ...{ id, icon, reason, busy: false },
    run: () => open(id),
  });
  const saves = (id: "export" | "delegationExport", name: SheetName): ContactAction => ({
    ...{ id, icon: FileDownloadOutlined, busy: exporting?.name === name },
    reason: exporting === null ? null : t("action.exporting"),
    run: () => void startExport(name),
  });
  return {
    shown: [
      ...(addContact ? [opens("delegation", AssignmentIndOutlined, reasons.delegations)] : []),
      ...(editContact ? [opens("import", FileUploadOutlined, reasons.contacts), saves("export", "export")] : []),
    ],
    hidden: [
      ...(addContact ? [saves("delegationExport", "exportDelegations")] : []),
      ...(profile === "admin" ? [opens("chats", ForumOutlined, reasons.chats)] : []),
      ...(delContact ? [opens("clear", CleaningServicesOutlined)] : []),
    ],
  };
}

const ImportDialog = lazy(() => import("./ImportDialog").then((module) => ({ default: module.ImportDialog })));

const ChatImportDialog = lazy(() => import("./chatImport/ChatImportDialog").then((module) => ({ default: module.ChatImportDialog })));

/** Delegation, import, export and clear, each for those with its flag; chats for administrators. */
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
      {opened === "chats" && (
        <Suspense>
          <ChatImportDialog onClose={close} />
        </Suspense>
      )}
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
