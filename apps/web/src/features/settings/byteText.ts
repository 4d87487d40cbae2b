import { useTranslation } from "react-i18next";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `2,1 GB`, in the shown language. */
export function useByteText(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const unit = UNITS[step] ?? "byte";
    return new Intl.NumberFormat(i18n.language, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / 1_000 ** step);
  };
}
