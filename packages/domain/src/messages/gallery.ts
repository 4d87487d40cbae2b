/** What the gallery of a conversation is sorted by. */
export const GALLERY_KINDS = ["media", "links", "documents"] as const;
export type GalleryKind = (typeof GALLERY_KINDS)[number];
