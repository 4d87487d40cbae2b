import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";

/** Reads the files of a quick answer in their order. Rejects when one cannot be read. */
export const readAnswerFiles = ({ medias }: Pick<QuickAnswerView, "medias">): Promise<File[]> =>
  Promise.all(
    medias.map(async ({ url, name }) => {
      const { pathname, search } = new URL(url, window.location.origin);
      const response = await fetch(`${pathname}${search}`);
      if (!response.ok) throw new Error(`The file of a quick answer cannot be read: ${response.status}`);
      const content = await response.blob();
      return new File([content], name, { type: content.type });
    }),
  );
