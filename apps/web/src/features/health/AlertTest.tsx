import type { AlertTestView } from "@balcao/contracts/health";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";

const WAYS = ["push", "webhook", "mail"] as const satisfies readonly (keyof AlertTestView)[];

/** Who is told of problems, and a test of each way to the administrator who presses the button (D-316). */
export function AlertTest() {
  const { t } = useTranslation("health");
  const test = useMutation({ mutationFn: () => call("health", "testAlerts", {}) });
  const { data } = test;
  return (
    <section aria-labelledby="healthAlerts">
      <h2 id="healthAlerts">{t("alerts.title")}</h2>
      <p className="healthNothing">{t("alerts.hint")}</p>
      <Button variant="outlined" size="small" loading={test.isPending} onClick={() => test.mutate()}>
        {t("alerts.test")}
      </Button>
      {test.error && <p role="alert">{toErrorText(test.error)}</p>}
      {data && (
        <dl className="healthFacts" role="status">
          {WAYS.map((way) => (
            <div key={way}>
              <dt>{t(`alerts.way.${way}`)}</dt>
              <dd>{data[way].state === "off" ? t(`alerts.off.${way}`) : t(`alerts.${data[way].state}`, { detail: data[way].detail })}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
