import type { AdView } from "@balcao/contracts/savedViews";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/api";

const FRESH_MS = 60_000;
const NONE: readonly AdView[] = [];

/** The advertisements that the person's conversations began with, and how each is called. */
export function useAds() {
  const { data: ads = NONE } = useQuery({
    queryKey: ["ads"],
    queryFn: ({ signal }) => call("savedViews", "ads", {}, { signal }),
    staleTime: FRESH_MS,
  });
  const nameOf = (id: string): string => {
    const headline = ads.find((each) => each.id === id)?.headline ?? "";
    return headline === "" || headline === id ? id : `${headline} · ${id}`;
  };
  return { ads, nameOf };
}
