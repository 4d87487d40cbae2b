import CheckCircle from "@mui/icons-material/CheckCircle";
import Close from "@mui/icons-material/Close";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import InfoRounded from "@mui/icons-material/InfoRounded";
import WarningRounded from "@mui/icons-material/WarningRounded";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useTranslation } from "react-i18next";
import { Slide, ToastContainer, type TypeOptions } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import "./toasts.css";
import { TOAST_MS } from "./toast";

const ICONS: Readonly<Partial<Record<TypeOptions, typeof CheckCircle>>> = {
  success: CheckCircle,
  error: ErrorRounded,
  warning: WarningRounded,
  info: InfoRounded,
};

function ToastIcon({ type }: { readonly type: TypeOptions }) {
  const Icon = ICONS[type] ?? InfoRounded;
  return <Icon aria-hidden />;
}

/**
 * The area of the toasts: bottom left beside the drawer, bottom centre on a phone; at most three.
 */
export function ToastArea() {
  const { t } = useTranslation();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  return (
    <ToastContainer
      position={narrow ? "bottom-center" : "bottom-left"}
      autoClose={TOAST_MS}
      limit={3}
      newestOnTop
      transition={Slide}
      pauseOnHover
      pauseOnFocusLoss
      draggable={false}
      aria-label={t("toast.region")}
      icon={ToastIcon}
      closeButton={({ closeToast }) => (
        <IconButton size="small" aria-label={t("action.close")} onClick={() => closeToast()}>
          <Close />
        </IconButton>
      )}
    />
  );
}
