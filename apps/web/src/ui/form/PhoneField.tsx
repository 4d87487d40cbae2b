import { COUNTRIES, digitsOf, formatNational, joinPhone, splitPhone } from "@balcao/domain/contacts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";
import { TextInput } from "../TextInput";

interface PhoneFieldProps {
  readonly label: string;
  /** The international number: its digits, with or without `+`. */
  readonly value: string;
  readonly error?: string | undefined;
  readonly help?: string | undefined;
  /** Is given the number with `+`, so that nobody takes it for one of the company's country; empty for none. */
  readonly onChange: (number: string) => void;
}

/** The countries with their names in the language of the page, by name; the company's country `home` comes first. */
function useCountries(home: string) {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const names = new Intl.DisplayNames([i18n.language], { type: "region" });
    const all = COUNTRIES.map(({ iso, code }) => ({ iso, code, name: names.of(iso) ?? iso }));
    return all.sort((a, b) => Number(b.iso === home) - Number(a.iso === home) || a.name.localeCompare(b.name, i18n.language));
  }, [i18n.language, home]);
}

/**
 * A phone number: the country, the company's at first, and the number within it, which is formatted unless somebody types. A
 * number that is pasted with `+` chooses its country.
 */
export function PhoneField({ label, value: written, error, help, onChange }: PhoneFieldProps) {
  const { t } = useTranslation();
  const { companyCountry: home } = useSettings();
  const countries = useCountries(home);
  const value = digitsOf(written);
  const [iso, setIso] = useState<string | null>(() => (value === "" ? home : splitPhone(value).iso));
  const [typing, setTyping] = useState<string | null>(null);
  const code = countries.find((country) => country.iso === iso)?.code ?? "";
  const national = value.startsWith(code) ? value.slice(code.length) : value;
  const change = (digits: string) => onChange(digits === "" ? "" : `+${digits}`);
  const choose = (next: string) => {
    setIso(next === "" ? null : next);
    change(joinPhone(next === "" ? null : next, national));
  };
  const type = (typed: string) => {
    const digits = joinPhone(iso, typed);
    const international = typed.trim().startsWith("+");
    if (international) setIso(splitPhone(digits).iso);
    setTyping(international ? null : typed.replace(/[^\d\s()-]/g, ""));
    change(digits);
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
        placeholder={iso === "BR" ? "(11) 91234-5678" : ""}
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
