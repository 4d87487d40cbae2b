import Close from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSelf, type Self } from "../../lib/session";
import { Avatar } from "../../ui";
import "../../ui/dialog.css";
import "./profileDialog.css";

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const DAYS = ["weekdays", "saturday", "sunday", "holidays"] as const;

function useHours(self: Self): string {
  const { t, i18n } = useTranslation("shell");
  const days = DAYS.filter((day) => self[day]).map((day) => t(`profile.days.${day}`));
  if (days.length === 0) return t("profile.days.none");
  const hours = self.startTime !== "" && self.endTime !== "" ? `${self.startTime} – ${self.endTime}` : t("profile.allDay");
  return `${hours}, ${new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(days)}`;
}

/** One's own account, to be read (SHELL-024). */
export function ProfileDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("shell");
  const common = useTranslation().t;
  const titleId = useId();
  const self = useSelf();
  const hours = useHours(self);
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} slotProps={{ paper: { sx: { width: 444 } } }}>
      <div className="dialogHead">
        <h2 id={titleId}>{t("profile.title")}</h2>
        <IconButton autoFocus aria-label={common("action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="dialogBody profile">
        <div className="profileWho">
          <Avatar name={self.name} src={self.profilePicUrl} size={56} />
          <strong>{self.name}</strong>
        </div>
        <dl>
          <Fact label={t("profile.email")}>{self.email}</Fact>
          <Fact label={t("profile.role")}>{common(`account.profile.${self.profile}`)}</Fact>
          <Fact label={t("profile.queues")}>
            {self.queues.length === 0
              ? t("profile.noQueues")
              : self.queues.map(({ id, name, color }) => (
                  <span key={id} className="profileQueue">
                    <span style={{ background: color }} aria-hidden />
                    {name}
                  </span>
                ))}
          </Fact>
          <Fact label={t("profile.connection")}>{self.whatsapp?.name ?? t("profile.noConnection")}</Fact>
          {self.profile !== "admin" && <Fact label={t("profile.hours")}>{hours}</Fact>}
        </dl>
        <p className="profileHint">{t("profile.changeHint")}</p>
      </div>
    </Dialog>
  );
}
