import Drawer from "@mui/material/Drawer";
import { useTranslation } from "react-i18next";
import type { DrawerBadges } from "./drawerBadges";
import { DrawerNav } from "./DrawerNav";

interface PhoneDrawerProps {
  readonly open: boolean;
  readonly badges: DrawerBadges;
  readonly onClose: () => void;
}

/** The navigation over the page of a phone. */
export function PhoneDrawer({ open, badges, onClose }: PhoneDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} slotProps={{ paper: { "aria-label": t("shell.navigation") } }}>
      <DrawerNav rail={false} badges={badges} onNavigate={onClose} />
    </Drawer>
  );
}
