import AssignmentIndOutlined from "@mui/icons-material/AssignmentIndOutlined";
import CleaningServicesOutlined from "@mui/icons-material/CleaningServicesOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import MoreVert from "@mui/icons-material/MoreVert";
import type { SvgIconComponent } from "@mui/icons-material";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import useMediaQuery from "@mui/material/useMediaQuery";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSelf } from "../../lib/session";
import { ClearDialog } from "./ClearDialog";
import { saveSheet } from "./saveSheet";

const ImportDialog = lazy(() => import("./ImportDialog").then((module) => ({ default: module.ImportDialog })));

type Opened = "import" | "delegation" | "clear" | null;

interface Action {
  readonly id: "delegation" | "delegationExport" | "import" | "export" | "clear";
  readonly icon: SvgIconComponent;
  readonly run: () => void;
}

/** Delegation, import, export and clear, each for those with its flag (CONTACT-004 to CONTACT-007). */
export function ContactActions() {
  const { t } = useTranslation("contacts");
  const { addContact, editContact, delContact } = useSelf();
  const wide = useMediaQuery("(min-width: 1200px)");
  const [opened, setOpened] = useState<Opened>(null);
  const shown: readonly Action[] = [
    ...(addContact ? [{ id: "delegation", icon: AssignmentIndOutlined, run: () => setOpened("delegation") } as const] : []),
    ...(editContact
      ? ([
          { id: "import", icon: FileUploadOutlined, run: () => setOpened("import") },
          { id: "export", icon: FileDownloadOutlined, run: () => void saveSheet("export") },
        ] as const)
      : []),
  ];
  const hidden: readonly Action[] = [
    ...(addContact
      ? [{ id: "delegationExport", icon: FileDownloadOutlined, run: () => void saveSheet("exportDelegations") } as const]
      : []),
    ...(delContact ? [{ id: "clear", icon: CleaningServicesOutlined, run: () => setOpened("clear") } as const] : []),
  ];
  const inMenu = wide ? hidden : [...shown, ...hidden];
  const close = () => setOpened(null);
  return (
    <>
      {wide &&
        shown.map(({ id, icon: Icon, run }) => (
          <Button key={id} variant="outlined" startIcon={<Icon />} onClick={run}>
            {t(`action.${id}`)}
          </Button>
        ))}
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

function ActionMenu({ actions }: { readonly actions: readonly Action[] }) {
  const { t } = useTranslation("contacts");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const run = (action: Action) => {
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
          <MenuItem key={action.id} onClick={() => run(action)}>
            <ListItemIcon>
              <action.icon />
            </ListItemIcon>
            {t(`action.${action.id}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
