import type { AudienceView } from "@balcao/contracts/massSends";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/api";
import { isChosen, toAudienceBody, type ChosenAudience } from "./chosenAudience";

const NO_ONE: Omit<AudienceView, "templatesOf"> = { total: 0, leftOut: {}, windowClosed: 0, samples: [], zones: {} };

/** How many contacts would receive a message over a connection, null for the default one; undefined until the server has counted them. */
export function useAudience(audience: ChosenAudience, whatsappId: number | null = null): AudienceView | undefined {
  const body = { ...toAudienceBody(audience), whatsappId };
  const isNobody = !isChosen(audience);
  const { data } = useQuery({
    queryKey: ["audience", body],
    queryFn: ({ signal }) => call("massSends", "count", { body }, { signal }),
    enabled: !isNobody,
    gcTime: 0,
    retry: false,
  });
  return isNobody ? { ...NO_ONE, templatesOf: null } : data;
}
