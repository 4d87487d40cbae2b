import type { HookDeliveryView, HookFault, HookTestView, HookView } from "@balcao/contracts/hooks";
import KeyOutlined from "@mui/icons-material/KeyOutlined";
import PauseOutlined from "@mui/icons-material/PauseOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import SendOutlined from "@mui/icons-material/SendOutlined";
import Button from "@mui/material/Button";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { toDateAndSeconds, toTimeAgo } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ErrorCard, SelectField, Spinner } from "../../ui";
import { KeptSecret } from "../../ui/KeptSecret";
import { TitledDialog } from "../../ui/TitledDialog";
import "./hooks.css";
import { hookDeliveryQuery, hookLogQuery, readLog, type ShownState, readHooks, showHook } from "./hooksQuery";
import { HookState } from "./HookState";

const SHOWN: readonly ShownState[] = ["all", "dead", "waiting"];

/** The last deliveries of a webhook; what was given up can be sent again. */
function HookLog({ hook }: { readonly hook: HookView }) {
  const { t } = useTranslation("hooks");
  const [state, setState] = useState<ShownState>("all");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(hookLogQuery(hook.id, state));
  const deliveries = data?.pages.flatMap((page) => page.deliveries);
  const resend = async (deliveryId?: number) => {
    try {
      const { count } = await call("hooks", "resend", {
        params: { hookId: hook.id },
        body: deliveryId === undefined ? {} : { deliveryId },
      });
      toasts.success(t("toast.resent", { count }));
    } catch (reason) {
      toasts.error(toErrorText(reason));
    }
    await Promise.all([readLog(hook.id), readHooks()]);
  };
  return (
    <>
      <div className="hookLogHead">
        <SelectField
          label={t("log.which")}
          value={state}
          options={SHOWN.map((value) => ({ value, label: t(`log.${value}`) }))}
          onChange={(next) => setState(SHOWN.find((each) => each === next) ?? "all")}
        />
        {hook.dead > 0 && (
          <Button variant="outlined" onClick={() => void resend()}>
            {t("log.resendAll")}
          </Button>
        )}
      </div>
      {!deliveries && (error ? <ErrorCard title={t("log.failed")} error={error} onRetry={() => void refetch()} /> : <Spinner />)}
      {deliveries?.length === 0 && <p className="hookEmpty">{t("log.empty")}</p>}
      {deliveries && deliveries.length > 0 && (
        <ul className="hookLog">
          {deliveries.map((delivery) => (
            <Line key={delivery.id} hookId={hook.id} delivery={delivery} onResend={() => void resend(delivery.id)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("log.more")}
        </Button>
      )}
    </>
  );
}

interface LineProps {
  readonly hookId: number;
  readonly delivery: HookDeliveryView;
  readonly onResend: () => void;
}

const TONES = { sent: "success", waiting: undefined, withheld: "warning", dead: "error" } as const;

function Line({ hookId, delivery, onResend }: LineProps) {
  const { t } = useTranslation("hooks");
  const [open, setOpen] = useState(false);
  const { event, state, at } = delivery;
  return (
    <li>
      <details onToggle={(change) => setOpen(change.currentTarget.open)}>
        <summary>
          <span className="chip" data-tone={TONES[state]}>
            {t(`delivery.${state}`)}
          </span>
          <span className="hookLogEvent">{t(`event.${event}`)}</span>
          <time dateTime={at}>{toDateAndSeconds(at)}</time>
          <Facts delivery={delivery} />
        </summary>
        {open && <Body hookId={hookId} delivery={delivery} />}
      </details>
      {state === "dead" && event !== "test" && (
        <Button size="small" onClick={onResend}>
          {t("log.resend")}
        </Button>
      )}
    </li>
  );
}

/** Says why a delivery failed; empty where it did not. */
function useFaultText() {
  const { t } = useTranslation("hooks");
  return ({ fault, status }: { readonly fault: HookFault | null; readonly status: number | null }): string =>
    fault === null ? "" : t(`fault.${fault}`, { status: status ?? "" });
}

/** How its tries went. */
function Facts({ delivery }: { readonly delivery: HookDeliveryView }) {
  const { t, i18n } = useTranslation("hooks");
  const faultText = useFaultText();
  const { status, attempts, ms, ticketId, nextTryAt, state } = delivery;
  const facts = [
    ticketId !== null && t("log.ticket", { id: ticketId }),
    state === "sent" ? status !== null && String(status) : faultText(delivery),
    attempts > 0 && t("log.attempts", { count: attempts }),
    ms !== null && t("log.ms", { count: ms }),
    nextTryAt !== null && attempts > 0 && t("log.next", { time: toTimeAgo(nextTryAt, i18n.language) }),
  ];
  return <span className="hookLogFacts">{facts.filter(Boolean).join(" · ")}</span>;
}

/** What its last try sent. */
function Body({ hookId, delivery: { id } }: Pick<LineProps, "hookId" | "delivery">) {
  const { t } = useTranslation("hooks");
  const { data, error, refetch } = useQuery(hookDeliveryQuery(hookId, id));
  if (!data) return error ? <ErrorCard title={t("log.failed")} error={error} onRetry={() => void refetch()} /> : <Spinner />;
  if (data.body === null) return <p className="hookEmpty">{t("log.noBody")}</p>;
  return (
    <pre className="hookBody" tabIndex={0} aria-label={t("log.body")}>
      {toPretty(data.body)}
    </pre>
  );
}

function toPretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

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
