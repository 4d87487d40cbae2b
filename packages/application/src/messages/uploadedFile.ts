/** A file of a request, in a temporary place; whoever received it removes it. */
export interface UploadedFile {
  readonly path: string;
  readonly originalName: string;
  readonly declaredMime: string;
  readonly size: number;
}
