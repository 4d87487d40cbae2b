import { COUNTRIES, formatNational, HOME_COUNTRY, joinPhone, splitPhone } from "@balcao/domain/contacts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextInput } from "../TextInput";

interface PhoneFieldProps {
  readonly label: string;
  /** The digits of the international number. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  readonly onChange: (digits: string) => void;
}

/** The countries with their names in the language of the page, by name; the home country comes first. */
function useCountries() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: "region" });
    const all = COUNTRIES.map(({ iso, code }) => ({ iso, code, name: names.of(iso) ?? iso }));
    return all.sort(
      (a, b) => Number(b.iso === HOME_COUNTRY) - Number(a.iso === HOME_COUNTRY) || a.name.localeCompare(b.name, i18n.language),
    );
  }, [i18n.language]);
}

/**
 * A phone number: the country, Brazil at first, and the number within it, which is formatted unless somebody types (CONTACT-012). A
 * number that is pasted with `+` chooses its country.
 */
export function PhoneField({ label, value, error, help, onChange }: PhoneFieldProps) {
  const { t } = useTranslation();
  const countries = useCountries();
  const [iso, setIso] = useState<string | null>(() => (value === "" ? HOME_COUNTRY : splitPhone(value).iso));
  const [typing, setTyping] = useState<string | null>(null);
  const code = countries.find((country) => country.iso === iso)?.code ?? "";
  const national = value.startsWith(code) ? value.slice(code.length) : value;
  const choose = (next: string) => {
    setIso(next === "" ? null : next);
    onChange(joinPhone(next === "" ? null : next, national));
  };
  const type = (typed: string) => {
    const digits = joinPhone(iso, typed);
    const international = typed.trim().startsWith("+");
    if (international) setIso(splitPhone(digits).iso);
    setTyping(international ? null : typed.replace(/[^\d\s()-]/g, ""));
    onChange(digits);
  };
  return (
    <div className="phoneField">
      <TextInput
        label={label}
        name="number"
        value={typing ?? formatNational(iso, national)}
        inputMode="tel"
        autoComplete="off"
        error={error}
        help={help}
        placeholder={iso === HOME_COUNTRY ? "(11) 91234-5678" : ""}
        startAdornment={
          <span className="phoneCountry">
            <span aria-hidden>{iso === null ? "+" : `${iso} +${code}`}</span>
            <select aria-label={t("form.country")} value={iso ?? ""} onChange={(event) => choose(event.target.value)}>
              {countries.map((country) => (
                <option key={country.iso} value={country.iso}>
                  {`${country.name} +${country.code}`}
                </option>
              ))}
              <option value="">{t("form.otherCountry")}</option>
            </select>
          </span>
        }
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyping(null)}
      />
    </div>
  );
}
