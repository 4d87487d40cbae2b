import type { AdView } from "@balcao/contracts/savedViews";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { SelectField } from "../../../ui";

interface AdFieldProps {
  readonly fromAd: boolean;
  /** The id of one advertisement; empty for any. */
  readonly ad: string;
  readonly error?: string | undefined;
  readonly onChange: (fromAd: boolean, ad: string) => void;
}

const ANY_AD = "any";
/** Ids are behind a sign, so that none of them is taken for another choice. */
const toChoice = (id: string): string => `=${id}`;

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

/** Whether a conversation began with an advertisement, and with which one (D-613); nothing where there is none to ask for. */
export function AdField({ fromAd, ad, error, onChange }: AdFieldProps) {
  const { t } = useTranslation("search");
  const { ads, nameOf } = useAds();
  if (ads.length === 0 && !fromAd && ad === "") return null;
  // One of long ago is offered by its id.
  const ids = [...new Set([...ads.map(({ id }) => id), ...(ad === "" ? [] : [ad])])];
  return (
    <SelectField
      label={t("filters.ad")}
      value={ad !== "" ? toChoice(ad) : fromAd ? ANY_AD : ""}
      error={error}
      options={[
        { value: "", label: t("any") },
        { value: ANY_AD, label: t("anyAd") },
        ...ids.map((id) => ({ value: toChoice(id), label: nameOf(id) })),
      ]}
      onChange={(chosen) => onChange(chosen !== "", chosen === ANY_AD ? "" : chosen.slice(1))}
    />
  );
}
