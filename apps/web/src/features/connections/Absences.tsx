import { CAPABILITIES, type Capabilities, type ConnectorApi } from "@balcao/domain/connections";
import { useTranslation } from "react-i18next";

/** The sentences about what a connector cannot do. */
const LACKS = {
  groups: ({ groups }) => !groups,
  editing: ({ edit, deleteForEveryone }) => !edit && !deleteForEveryone,
  calls: ({ rejectCalls }) => !rejectCalls,
  pictures: ({ picture }) => !picture,
  freeTexts: ({ window24h }) => window24h,
  templates: ({ templates }) => !templates,
  severalCards: ({ severalCards }) => !severalCards,
  groupReceipts: ({ groups, groupReceipts }) => groups && !groupReceipts,
  addressBook: ({ addressBook }) => !addressBook,
  played: ({ highestAck }) => highestAck < 4,
} as const satisfies Readonly<Record<string, (capabilities: Capabilities) => boolean>>;

const isLack = (name: string): name is keyof typeof LACKS => Object.hasOwn(LACKS, name);

interface AbsencesProps {
  readonly api: ConnectorApi;
  readonly heading: "h3" | "h4";
}

/** Lists what a connector cannot do, and why, so that nobody searches for it. */
export function Absences({ api, heading: Heading }: AbsencesProps) {
  const { t } = useTranslation("connections");
  const lacks = Object.keys(LACKS)
    .filter(isLack)
    .filter((name) => LACKS[name](CAPABILITIES[api]));
  return (
    <div className="absences">
      <Heading>{t("lack.title")}</Heading>
      <ul>
        {lacks.map((name) => (
          <li key={name}>{t(`lack.${name}`)}</li>
        ))}
      </ul>
    </div>
  );
}
