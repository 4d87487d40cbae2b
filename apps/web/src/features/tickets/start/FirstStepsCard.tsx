import CableOutlined from "@mui/icons-material/CableOutlined";
import CheckRounded from "@mui/icons-material/CheckRounded";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { STEPS, type FirstSteps, type Step } from "./useFirstSteps";
import "./firstSteps.css";

const PATHS: Readonly<Record<Step, string>> = {
  number: "/connections?new",
  hours: "/settings?hours=company",
  queue: "/queues",
  colleagues: "/users",
};

/**
 * The steps that a new installation needs before a customer can be answered. Completed ones
 * have a tick; the card can be skipped.
 */
export function FirstStepsCard({ steps: { done, skip, seeHours } }: { readonly steps: FirstSteps }) {
  const { t } = useTranslation("start");
  const next = STEPS.find((step) => !done[step]);
  return (
    <section className="firstSteps" aria-labelledby="firstStepsTitle">
      <span className="emptyStateIcon" aria-hidden="true">
        <CableOutlined />
      </span>
      <h2 id="firstStepsTitle" className="emptyStateTitle">
        {done.number ? t("continueTitle") : t("title")}
      </h2>
      <p className="emptyStateText">{t("text")}</p>
      <ol>
        {STEPS.map((step, at) => (
          <li key={step}>
            <Link
              to={PATHS[step]}
              onClick={step === "hours" ? seeHours : undefined}
              className="firstStep"
              data-done={done[step] || undefined}
              aria-current={step === next ? "step" : undefined}
              aria-label={done[step] ? t("done", { step: t(step) }) : t(step)}
            >
              <span className="firstStepMark" aria-hidden="true">
                {done[step] ? <CheckRounded /> : at + 1}
              </span>
              <span>
                <b>{t(step)}</b>
                <small>{t(`${step}Text`)}</small>
              </span>
              <ExpandMore className="firstStepGo" aria-hidden />
            </Link>
          </li>
        ))}
      </ol>
      <Button variant="text" size="small" onClick={skip}>
        {t("skip")}
      </Button>
    </section>
  );
}
