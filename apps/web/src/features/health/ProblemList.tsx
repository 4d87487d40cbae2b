import type { ProblemView } from "@balcao/contracts/health";
import ErrorRounded from "@mui/icons-material/ErrorRounded";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { toDuration } from "../../lib/duration";

/** What is not well, the worst first, each with what to do about it. */
export function ProblemList({ problems }: { readonly problems: readonly ProblemView[] }) {
  const { t } = useTranslation("health");
  return (
    <section aria-labelledby="healthProblems">
      <h2 id="healthProblems">{t("problems", { count: problems.length })}</h2>
      <ul className="healthProblems">
        {problems.map((problem) => (
          <Problem key={`${problem.kind} ${problem.connection?.id ?? 0}`} problem={problem} />
        ))}
      </ul>
    </section>
  );
}

/** Their value is a time in seconds; that of the others is a number of things. */
const TIMED: ReadonlySet<ProblemView["kind"]> = new Set(["lanesLate", "openTransaction", "outboxLate"]);

function Problem({ problem: { kind, level, connection, value } }: { readonly problem: ProblemView }) {
  const { t, i18n } = useTranslation("health");
  const Icon = level === "bad" ? ErrorRounded : WarningRounded;
  const shown = value === null ? "" : TIMED.has(kind) ? toDuration(value * 1_000, i18n.language) : String(value);
  return (
    <li className="healthProblem" data-level={level}>
      <Icon role="img" aria-label={t(`level.${level}`)} />
      <div>
        <h3>{t(`problem.${kind}.title`, { name: connection?.name ?? "", value: shown })}</h3>
        <p>{t(`problem.${kind}.todo`)}</p>
      </div>
      {connection !== null && kind !== "parked" && (
        <Button component={Link} to="/connections" size="small" color="inherit" aria-label={t("openOf", { name: connection.name })}>
          {t("open")}
        </Button>
      )}
    </li>
  );
}
