import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { wholeList } from "../../../lib/data/wholeLists";
import { UnreadChoices } from "../../../ui";
import { ChoiceChips, ConfirmDialog } from "../../../ui/form";

interface TagQuestionProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly onChoose: (tagIds: number[]) => void;
  readonly onClose: () => void;
}

/** The question which tags contacts get, beside those that they have. */
export function TagQuestion({ title, submitLabel, onChoose, onClose }: TagQuestionProps) {
  const { t } = useTranslation("many");
  const { data: tags = [], isSuccess } = useQuery(wholeList("tags"));
  const [tagIds, setTagIds] = useState<number[]>([]);
  return (
    <ConfirmDialog
      open
      title={title}
      confirmLabel={submitLabel}
      unable={tagIds.length === 0}
      onConfirm={() => onChoose(tagIds)}
      onCancel={onClose}
    >
      <UnreadChoices />
      <ChoiceChips
        label={t("tags")}
        help={t(isSuccess && tags.length === 0 ? "noTags" : "tagsHelp")}
        choices={tags}
        value={tagIds}
        onChange={setTagIds}
      />
    </ConfirmDialog>
  );
}
