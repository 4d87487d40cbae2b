import type { TicketDecisionView } from "@balcao/contracts/tickets";
import { DECISION_RULES } from "@balcao/domain/flow";
import { useQuery } from "@tanstack/react-query";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { decisionsQuery } from "../../../lib/data/decisions";
import { toDateAndClock } from "../../../lib/time";

/** So many are shown at first. */
const FEW = 3;

const isNamed = (rule: string): rule is TicketDecisionView["rule"] => DECISION_RULES.some((each) => each === rule);

/** Why the ticket is where it is: the automatic decisions about it, the newest first. */
export function WhyHere({ ticketId }: { readonly ticketId: number }) {
  const { t } = useTranslation("details");
  const { data = [] } = useQuery(decisionsQuery(ticketId));
  const [all, setAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <section>
      <h4 id={`why-${ticketId}`}>{t("why.title")}</h4>
      <ol className="detailsWhy" aria-labelledby={`why-${ticketId}`}>
        {(all ? data : data.slice(0, FEW)).map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ol>
      {!all && data.length > FEW && (
        <Button size="small" variant="text" onClick={() => setAll(true)}>
          {t("why.more", { count: data.length - FEW })}
        </Button>
      )}
    </section>
  );
}

/** One decision in plain words, with its time and where the ticket went. */
function Decision({ decision: { at, rule, queue, user, rate } }: { readonly decision: TicketDecisionView }) {
  const { t } = useTranslation("details");
  const facts = [
    toDateAndClock(at),
    queue && t("why.queue", { name: queue.name }),
    user && t("why.user", { name: user.name }),
    rate !== null && t("why.rate", { rate }),
  ];
  return (
    <li>
      <b>{isNamed(rule) ? t(`why.rule.${rule}`) : t("why.other")}</b>
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </li>
  );
}
