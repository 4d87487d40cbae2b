import type { PersonMessageRow } from "@balcao/database/privacy";
import { archiveNameOf, createFileBudget, type ExportFacts } from "./personFiles.js";

/** The person's data for machines: the record, then a message per line. */
export async function* personJson({ person, issuedAt }: ExportFacts, messages: AsyncIterable<PersonMessageRow>): AsyncGenerator<string> {
  const { picturePath, pictureSize, pictureExtension, ...record } = person;
  const picture = picturePath === null ? null : { file: `foto.${pictureExtension ?? "jpg"}`, bytes: pictureSize };
  yield `{"issuedAt":${JSON.stringify(issuedAt)},"person":${JSON.stringify({ ...record, picture })},"messages":[`;
  const fits = createFileBudget();
  let between = "\n";
  for await (const message of messages) {
    const { filePath, fileExtension, fileName, fileSize, ...rest } = message;
    const isIn = fits(message);
    const file = filePath === null ? null : { name: fileName, bytes: fileSize, file: isIn ? archiveNameOf(message) : null };
    yield `${between}${JSON.stringify({ ...rest, file })}`;
    between = ",\n";
  }
  yield "\n]}\n";
}
