import type { HookTestView, HookView } from "@balcao/contracts/hooks";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import PauseOutlined from "@mui/icons-material/PauseOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import SendOutlined from "@mui/icons-material/SendOutlined";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";
import { KeptSecret } from "../../ui/KeptSecret";
import { TitledDialog } from "../../ui/TitledDialog";
import { HookLog } from "./HookLog";
import { readLog } from "./hookLogQuery";
import { HookState } from "./HookState";
import { showHook } from "./hooksQuery";
import { useFaultText } from "./useFaultText";
import "./hooks.css";

interface HookDialogProps {
  readonly hook: HookView;
  readonly onClose: () => void;
}

/** A webhook with what can be done with it, and the log of its deliveries. */
export function HookDialog({ hook, onClose }: HookDialogProps) {
  const { t } = useTranslation("hooks");
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<HookTestView | null>(null);
  const params = { hookId: hook.id };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toasts.error(toErrorText(error));
    } finally {
      setBusy(false);
    }
  };
  const test = () =>
    run(async () => {
      setTested(null);
      setTested(await call("hooks", "test", { params }));
      await readLog(hook.id);
    });
  const toggle = () =>
    run(async () => {
      showHook(await call("hooks", hook.paused ? "resume" : "pause", { params }));
      toasts.success(t(hook.paused ? "toast.resumed" : "toast.paused"));
    });
  const rotate = () =>
    run(async () => {
      const { secret: made, ...changed } = await call("hooks", "rotate", { params });
      showHook(changed);
      setSecret(made);
    });
  const dropKey = () =>
    run(async () => {
      showHook(await call("hooks", "dropKey", { params }));
      toasts.success(t("toast.oldKeyGone"));
    });
  if (secret !== null)
    return (
      <KeptSecret title={t("made.title")} text={t("made.text")} label={t("made.label")} secret={secret} onDone={() => setSecret(null)} />
    );
  return (
    <TitledDialog title={t("log.title", { name: hook.name })} width={720} onClose={onClose}>
      <div className="dialogBody hookDialog">
        <p className="hookAddress">{hook.address}</p>
        <HookState hook={hook} />
        <div className="hookButtons">
          <Button variant="outlined" startIcon={<SendOutlined />} disabled={busy} onClick={() => void test()}>
            {t("action.test")}
          </Button>
          <Button
            variant="outlined"
            startIcon={hook.paused ? <PlayArrowOutlined /> : <PauseOutlined />}
            disabled={busy}
            onClick={() => void toggle()}
          >
            {t(hook.paused ? "action.resume" : "action.pause")}
          </Button>
          <Button variant="outlined" startIcon={<KeyOutlined />} disabled={busy} onClick={() => void rotate()}>
            {t("action.rotate")}
          </Button>
        </div>
        <Tested outcome={tested} />
        {hook.twoKeys && (
          <p className="hookNote">
            <span>{t("twoKeys")}</span>
            <Button size="small" disabled={busy} onClick={() => void dropKey()}>
              {t("action.dropKey")}
            </Button>
          </p>
        )}
        <HookLog hook={hook} />
      </div>
    </TitledDialog>
  );
}

/** What the receiver said to a test. */
function Tested({ outcome }: { readonly outcome: HookTestView | null }) {
  const { t } = useTranslation("hooks");
  const faultText = useFaultText();
  const text =
    outcome &&
    (outcome.ok ? t("tested.ok", { status: outcome.status, ms: outcome.ms }) : t("tested.failed", { reason: faultText(outcome) }));
  return (
    <p className="hookTested" role="status" data-failed={outcome?.ok === false || undefined}>
      {text}
    </p>
  );
}
