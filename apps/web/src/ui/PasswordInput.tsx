import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { TextInput } from "./TextInput";

/** A password field with a button that shows the typed text. */
export function PasswordInput(props: ComponentProps<typeof TextInput>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      endAdornment={
        <InputAdornment position="end">
          <IconButton size="small" aria-label={t("action.showPassword")} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
