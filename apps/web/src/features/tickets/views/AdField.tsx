import type { AdView } from "@balcao/contracts/savedViews";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { SelectField } from "../../../ui";
import { SwitchRow } from "../../../ui/form";

interface AdFieldProps {
  readonly fromAd: boolean;
  /** The id of one advertisement; empty for any. */
  readonly ad: string;
  readonly error: string | undefined;
  readonly onChange: (fromAd: boolean, ad: string) => void;
}

const nameOf = ({ id, headline }: AdView): string => (headline === "" || headline === id ? id : `${headline} · ${id}`);

/** Whether a view asks for an advertisement, and for which one (D-613). */
export function AdField({ fromAd, ad, error, onChange }: AdFieldProps) {
  const { t } = useTranslation("views");
  const isOn = fromAd || ad !== "";
  const { data: ads = [] } = useQuery({
    queryKey: ["ads"],
    queryFn: ({ signal }) => call("savedViews", "ads", {}, { signal }),
    enabled: isOn,
  });
  const offered = ads.map((each) => ({ value: each.id, label: nameOf(each) }));
  // One of long ago is shown by its id.
  const lost = ad === "" || ads.some(({ id }) => id === ad) ? [] : [{ value: ad, label: ad }];
  return (
    <>
      <SwitchRow label={t("form.fromAd")} checked={isOn} onChange={(next) => onChange(next, "")} />
      {isOn && (
        <SelectField
          label={t("form.ad")}
          value={ad}
          error={error}
          options={[{ value: "", label: t("form.anyAd") }, ...offered, ...lost]}
          onChange={(chosen) => onChange(true, chosen)}
        />
      )}
    </>
  );
}
