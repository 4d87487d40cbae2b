/** The file that an address serves instead of the stored bytes. */
export interface Rendition {
  /** Its path in the file store. */
  readonly path: string;
  readonly mime: string;
  readonly etag: string;
}
