import type { ContactsClearedView } from "@balcao/contracts/contacts";
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
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { reloadContacts } from "../../lib/data/contacts";
import { useJob } from "../../lib/data/jobs";
import { useMayImportContacts } from "../../lib/data/settings";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { MenuReason, Spinner, TextInput, WithReason } from "../../ui";
import { ConfirmDialog } from "../../ui/form";
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

/** Deleting many contacts may take this long, in milliseconds. */
const PATIENCE_MS = 300_000;

/** Asks before the contacts are deleted that nothing refers to; the person types how many these are. */
function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("contacts");
  const [typed, setTyped] = useState("");
  const { data: counted } = useQuery({
    queryKey: ["contactsToClear"],
    queryFn: ({ signal }) => call("contacts", "clear", { body: { dryRun: true } }, { signal }),
    gcTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call("contacts", "clear", { body: { log: { descricao: "Limpou os contatos", origem: "Contatos" } } }, { timeoutMs: PATIENCE_MS }),
    onSuccess: ({ deleted }) => {
      reloadContacts(queryClient);
      toasts.success(t("clear.done", { count: deleted }));
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      dangerous
      busy={isPending || !counted}
      unable={!counted || counted.deleted === 0 || Number(typed.replace(/[\s.,]/g, "")) !== counted.deleted}
      title={t("clear.title")}
      confirmLabel={t("clear.submit")}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {counted ? <Counted counted={counted} /> : <Spinner />}
      {counted && counted.deleted > 0 && (
        <TextInput
          label={t("clear.type")}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

const GOES_WITH = ["withTags", "withExtraInfo", "withPicture"] as const;
const KEPT_FOR = ["tickets", "redirects", "sends", "groups"] as const;

/** What is deleted with the contacts, and why the others stay, each with its number. */
function Counted({ counted: { deleted, kept, details } }: { readonly counted: ContactsClearedView }) {
  const { t } = useTranslation("contacts");
  return (
    <>
      <p>{t("clear.text", { count: deleted, kept })}</p>
      {details && (
        <ul className="contactSummary" aria-label={t("clear.details")}>
          {GOES_WITH.map((name) => details[name] > 0 && <li key={name}>{t(`clear.${name}`, { count: details[name] })}</li>)}
          {KEPT_FOR.map(
            (name) => details.keptFor[name] > 0 && <li key={name}>{t(`clear.kept.${name}`, { count: details.keptFor[name] })}</li>,
          )}
        </ul>
      )}
    </>
  );
}

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
