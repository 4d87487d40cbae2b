import type { AudienceView } from "@balcao/contracts/massSends";
import { sendEstimate } from "@balcao/domain/sends";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useRights } from "../../lib/data/rights";
import { wholeList } from "../../lib/data/wholeLists";
import { toDuration } from "../../lib/duration";
import { ChoiceChips, ContactsField } from "../form";
import { isChosen, NOBODY, type ChosenAudience } from "./chosenAudience";

const KINDS = ["all", "tags", "contacts"] as const;
const REASONS = ["group", "optedOut", "unreachable", "missing"] as const;
const MS = { seconds: 1_000, minutes: 60_000 } as const;

interface AudienceFieldProps {
  readonly value: ChosenAudience;
  readonly counted: AudienceView | undefined;
  readonly error?: string | undefined;
  readonly onChange: (audience: ChosenAudience) => void;
}

/**
 * Everybody, tags or contacts: choosing one clears the others; one contact alone for whoever may not send to many (D-306). Says which
 * chosen tags were deleted, who receives it, who not, and how long it takes.
 */
export function AudienceField({ value, counted, error, onChange }: AudienceFieldProps) {
  const { t } = useTranslation("audience");
  const id = useId();
  const { sendToMany } = useRights();
  const { data: tags } = useQuery(wholeList("tags"));
  const known = value.tagIds.filter((tagId) => tags?.some((tag) => tag.id === tagId) ?? true);
  const gone = value.tagIds.length - known.length;
  return (
    <fieldset className="audience" aria-describedby={`${id}-counted`}>
      <legend className="fieldLabel">{t("label")}</legend>
      <div className="audienceKinds">
        {(sendToMany ? KINDS : (["contacts"] as const)).map((kind) => (
          <label key={kind}>
            <input type="radio" name={id} checked={value.kind === kind} onChange={() => onChange({ ...NOBODY, kind })} />
            {t(`kind.${kind}`)}
          </label>
        ))}
      </div>
      {value.kind === "tags" && (
        <ChoiceChips
          label={t("kind.tags")}
          help={tags?.length === 0 ? t("noTags") : t("tagsHelp")}
          error={gone > 0 ? t("goneTags", { count: gone }) : undefined}
          choices={tags ?? []}
          value={known}
          onChange={(tagIds) => onChange({ ...value, tagIds })}
        />
      )}
      {value.kind === "contacts" && (
        <ContactsField
          label={t("kind.contacts")}
          required
          value={value.contacts}
          onChange={(contacts) => onChange({ ...value, contacts })}
        />
      )}
      {!sendToMany && <p className="fieldHelp">{t("one")}</p>}
      <p id={`${id}-counted`} className="audienceCount" role="status">
        {counted && isChosen(value) && <Counted counted={counted} />}
      </p>
      {error !== undefined && (
        <p className="fieldHelp" data-error role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Counted({ counted: { total, leftOut } }: { readonly counted: AudienceView }) {
  const { t, i18n } = useTranslation("audience");
  const { unit, value } = sendEstimate(total);
  const left = REASONS.flatMap((reason) => (leftOut[reason] === undefined ? [] : [t(`leftOut.${reason}`, { count: leftOut[reason] })]));
  return (
    <>
      <strong>{t("count", { count: total, time: toDuration(value * MS[unit], i18n.language) })}</strong>
      {left.length > 0 && <span>{t("without", { who: left.join(", ") })}</span>}
    </>
  );
}
