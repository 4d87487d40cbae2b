import type { SheetNumbersView } from "@balcao/contracts/contacts";
import { formatPhone } from "@balcao/domain/contacts";
import { useTranslation } from "react-i18next";

interface SheetNumbersProps {
  readonly title: string;
  readonly numbers: SheetNumbersView;
}

/** Numbers of a spreadsheet of which something was concluded, with samples: who imports sees whether it is right (D-263). */
export function SheetNumbers({ title, numbers }: SheetNumbersProps) {
  const { t } = useTranslation("contacts");
  return (
    <li>
      {title}
      <ul className="contactNumberSamples">
        {numbers.samples.map(({ line, written, number }) => (
          <li key={line}>{t("sheet.sample", { line, written, number: formatPhone(number) })}</li>
        ))}
      </ul>
    </li>
  );
}
