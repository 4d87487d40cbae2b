/** A stored file on the wire; its size in bytes. */
interface StoredMedia {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
}

/** What a form holds of a file: one that was chosen, or a stored one. */
export type ListedFile = File | StoredMedia;

export const listedKey = (file: ListedFile): string => (file instanceof File ? `${file.name} ${file.lastModified} ${file.size}` : file.id);
